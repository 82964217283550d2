// A sweep with two configurations, two loads and two repeats, for tests of reports; its names need every kind of escaping.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { Run } from '../model/run/run.ts'
import { sweepPlanSchema, type Sweep } from '#core/model/sweep.ts'
import { metricDistributions } from '../stats/drawing/distribution.ts'
import { certaintyOf } from '../stats/certainty/certainty-of-run.ts'
import { measuredFromRecord } from '#core/records/measured-request.ts'
import { summarizeRun } from '../stats/summarize-run.ts'
import { buildTimeline } from '../stats/drawing/timeline.ts'
import { pointConfig, sweepPoints } from '../sweep/sweep-points.ts'
import { sampleRequests } from './request-sample.ts'
import type { ReportSource, ReportedRun } from './report.ts'

/** Ends a script, starts another, ends a source line, and closes an attribute. */
export const badName =
  '</script><script>alert(1)</script>\u2028"\'><img src=x onerror=alert(2)>`|*_'

const plan = sweepPlanSchema.parse({
  name: `knee ${badName}`,
  config: { ...defaultBenchmarkConfig, model: 'org/model', header: { Authorization: 'geheim' } },
  requestRates: [2, 4],
  maxConcurrencies: [null],
  secondsPerPoint: null,
  repeats: 2,
  axes: [
    {
      name: 'seqs',
      settings: [{ server: { 'max-num-seqs': 8 } }, { server: { 'max-num-seqs': badName } }],
    },
  ],
  limits: [{ name: 'ttft', percentile: 99, bound: 150 }],
})

export const exampleSweep: Sweep = {
  id: 'sweep-1',
  plan,
  servers: [{ id: 'server-1', name: `server ${badName}` }],
  status: 'completed',
  points: sweepPoints(plan).map((point) => ({
    ...point,
    status: 'completed',
    runId: `run-${point.index}`,
  })),
  answers: [
    {
      server: 0,
      settings: [0],
      answer: {
        kind: 'capacity',
        highestHeld: 4,
        firstBroken: { load: 8, limit: 0 },
        estimate: 5,
        interval: { low: 4, high: 6 },
        runs: 9,
        ending: 'noisy',
      },
    },
  ],
  createdAtEpochMs: 1_790_000_000_000,
}

/** One every 250 ms; higher loads have later first tokens. The last fails with an error text of its own. */
function recordsOf(rate: number, repeat: number): RequestRecord[] {
  return Array.from({ length: 40 }, (_, index): RequestRecord => {
    const sentAtUs = index * 250_000
    const ttftUs = 20_000 * rate + 1000 * repeat + (index % 7) * 500
    return {
      index,
      requestId: `r-${index}`,
      scheduledAtUs: sentAtUs,
      sentAtUs,
      firstTokenAtUs: sentAtUs + ttftUs,
      firstAtUs: { chunk: null, content: null, reasoning: null, toolCall: null },
      endedAtUs: sentAtUs + ttftUs + 30_000,
      interTokenLatenciesUs: Uint32Array.of(10_000, 20_000),
      promptTokens: 16,
      inputs: 1,
      inputAudioS: null,
      outputTokens: 3,
      generatedText: '',
      error:
        index === 39
          ? { code: 'http-status', message: `refused ${badName}`, status: 500, body: badName }
          : null,
    }
  })
}

function reportedRun(point: Sweep['points'][number]): ReportedRun {
  const config = { ...pointConfig(plan, point), model: 'org/model' }
  const records = recordsOf(Number(point.requestRate), point.repeat)
  const measured = records.map(measuredFromRecord)
  const summary = {
    ...summarizeRun(measured, {
      durationS: 10,
      percentiles: config.metricPercentiles,
      goodputLimitsMs: {},
      client: null,
    }),
    certainty: certaintyOf(measured, {
      percentiles: [50, 99],
      goodputLimitsMs: {},
      steadyWindow: null,
    }),
  }
  const run: Run = {
    id: `run-${point.index}`,
    name: `run ${point.index} ${badName}`,
    tags: [],
    notes: '',
    status: 'completed',
    config,
    baseUrl: 'http://me:geheim@gpu-03:8000',
    serverName: `server ${badName}`,
    facts: {
      model: `org/${badName}`,
      maxModelLen: 8192,
      version: badName,
      kvCacheTokens: 1000,
      simulated: true,
    },
    launch: null,
    sweepId: 'sweep-1',
    pointIndex: point.index,
    createdAtEpochMs: 1_790_000_000_000 + point.index,
    startedAtEpochMs: 1_790_000_000_000 + point.index * 20_000,
    startedAtMonotonicS: 17,
    plannedRequests: 40,
    summary,
    failure: null,
    clientVersion: '0.1.0',
    imported: null,
  }
  return {
    run,
    distributions: metricDistributions(measured),
    timeline: buildTimeline(records, 10),
    requests: sampleRequests(records, { total: 40, most: 20 }),
    telemetry: [
      { name: 'requestsRunning', label: badName, points: [{ atS: 1, value: point.index }] },
    ],
  }
}

export const exampleSource: ReportSource = {
  title: plan.name,
  madeAtEpochMs: 1_790_000_100_000,
  version: '0.1.0',
  sweeps: [
    {
      sweep: exampleSweep,
      log: [
        {
          atEpochMs: 1_790_000_000_000,
          kind: 'point-retried',
          point: 2,
          values: { reason: badName, attempt: 2, retries: 3 },
        },
      ],
    },
  ],
  runs: exampleSweep.points.map(reportedRun),
}
