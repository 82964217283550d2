// A complete run for tests, which override the fields they are about.
import { metricNames, ofLatencies } from '#core/metrics/latencies.ts'
import { emptyTally } from '#core/metrics/scalars.ts'
import { computedScalars } from '#core/stats/scalar-values.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Run } from '#core/model/run/run.ts'
import type { ImportSource } from '#core/model/run/import-source.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { ClientHealth } from '#core/model/run/client-health.ts'

export function exampleStats(medianMs: number, p99Ms: number): MetricStats {
  return {
    count: 100,
    mean: medianMs,
    median: medianMs,
    std: 1,
    min: medianMs / 2,
    max: p99Ms,
    percentiles: [{ percentile: 99, value: p99Ms }],
  }
}

const unmeasured: MetricStats = { ...exampleStats(0, 0), count: 0, std: 0 }

export function exampleClient(changes: Partial<ClientHealth> = {}): ClientHealth {
  return {
    sendLagP50Us: 100,
    sendLagP99Us: 900,
    sendLagMaxUs: 2000,
    readLagMeanUs: 50,
    readLagP99Us: 400,
    readLagMaxUs: 2500,
    lateReadShare: 0.001,
    firstTokenLagMeanUs: 40,
    firstTokenLagP99Us: 300,
    loopDelayP99Us: 500,
    loopDelayMaxUs: 3000,
    gcPauseTotalUs: 9000,
    gcPauseMaxUs: 2000,
    ...{ keptRateShare: 1, cpuShare: 0.25, threadCpuShares: [0.2] },
    ...changes,
  }
}

export function exampleSummary(changes: Partial<RunSummary> = {}): RunSummary {
  return {
    ...computedScalars({
      ...emptyTally,
      durationS: 10,
      requests: 100,
      completed: 100,
      inputTokens: 1000,
      outputTokens: 5000,
      peakEvents: 700,
      peakRequests: 8,
      peakConcurrency: 7,
    }),
    metrics: {
      ...ofLatencies(metricNames, () => unmeasured),
      ttft: exampleStats(40, 90),
      tpot: exampleStats(10, 12),
      e2el: exampleStats(900, 1500),
    },
    firsts: {},
    steadyState: null,
    conversations: null,
    probes: null,
    server: null,
    telemetry: null,
    certainty: null,
    errors: [],
    client: exampleClient(),
    ...changes,
  }
}

/** A file with the rate but no other settings. */
export const exampleImport: ImportSource = {
  fileName: 'result.json',
  importedAtEpochMs: 2_000_000,
  contentHash: 'c0ffee',
  backend: 'tgi',
  knownFields: ['requestRate'],
  requests: 'none',
}

type RunChanges = Partial<Omit<Run, 'config'>> & { readonly config?: Partial<BenchmarkConfig> }

export function exampleRun({ config = {}, ...changes }: RunChanges = {}): Run {
  return {
    id: 'run-1',
    name: 'First run',
    tags: [],
    notes: '',
    status: 'completed',
    config: { ...defaultBenchmarkConfig, ...config },
    baseUrl: 'http://127.0.0.1:8000',
    serverName: 'gpu-03',
    facts: {
      model: 'llama-8b',
      maxModelLen: 8192,
      version: '0.11.0',
      kvCacheTokens: 100_000,
      simulated: false,
    },
    sweepId: null,
    pointIndex: null,
    createdAtEpochMs: 1_000_000,
    startedAtEpochMs: 1_000_500,
    startedAtMonotonicS: 1,
    plannedRequests: 100,
    summary: exampleSummary(),
    failure: null,
    clientVersion: '0.1.0',
    imported: null,
    launch: null,
    ...changes,
  }
}
