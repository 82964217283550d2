// A run as `benchmark_report` 0.2 of llm-d: one JSON object, with latencies in ms and the configuration as sent.
import type { Run } from '#core/model/run/run.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { presentable } from '#core/redaction/presentable.ts'

type ReportedRun = Pick<
  Run,
  'id' | 'name' | 'tags' | 'notes' | 'config' | 'clientVersion' | 'startedAtEpochMs' | 'imported'
> &
  Readonly<{ summary: RunSummary }>

export function llmDReport(run: ReportedRun): string {
  return `${JSON.stringify(reportOf(run), null, 2)}\n`
}

function reportOf(run: ReportedRun) {
  const { id, name, tags, notes, config, summary } = run
  return {
    version: '0.2',
    run: {
      uid: id,
      description: notes === '' ? name : `${name}\n${notes}`,
      ...(tags.length > 0 && { keywords: tags }),
      time: timeOf(run),
    },
    scenario: {
      load: {
        metadata: {},
        standardized: loadOf(run),
        native: { config: presentable(config) },
      },
    },
    results: { request_performance: { aggregate: aggregateOf(summary) } },
  }
}

function timeOf({ startedAtEpochMs, summary }: ReportedRun) {
  const duration = `PT${summary.durationS}S`
  if (startedAtEpochMs === null) return { duration }
  const moment = (epochMs: number) => new Date(epochMs).toISOString()
  const start = moment(startedAtEpochMs)
  return { start, end: moment(startedAtEpochMs + 1000 * summary.durationS), duration }
}

function loadOf({ config, clientVersion, imported, summary }: ReportedRun) {
  const { requestRate, maxConcurrency, datasetName } = config
  const tool = imported?.tool ?? null
  const { prompt, output } = meanLengths(summary)
  return {
    tool: tool?.name ?? 'kneepoint',
    tool_version: tool === null ? (clientVersion ?? 'unknown') : 'unknown',
    source: datasetName.startsWith('random') ? 'random' : 'sampled',
    input_seq_len: { distribution: 'other', value: prompt },
    output_seq_len: { distribution: 'other', value: output },
    ...(requestRate !== 'inf' && { rate_qps: requestRate }),
    ...(maxConcurrency !== null && { concurrency: maxConcurrency }),
  }
}

function meanLengths({ completed, totalInputTokens, totalOutputTokens }: RunSummary) {
  const requests = Math.max(1, completed)
  return { prompt: totalInputTokens / requests, output: (totalOutputTokens ?? 0) / requests }
}

function aggregateOf(summary: RunSummary) {
  const { completed, durationS, metrics } = summary
  const failed = summary.failed ?? 0
  const { prompt, output } = meanLengths(summary)
  const rate = (units: string, mean: number) => ({ units, mean })
  return {
    requests: {
      total: completed + failed,
      failures: failed,
      input_length: rate('count', prompt),
      output_length: rate('count', output),
    },
    latency: {
      ...statistics('time_to_first_token', 'ms', metrics.ttft),
      ...statistics('time_per_output_token', 'ms/token', metrics.tpot),
      ...statistics('inter_token_latency', 'ms/token', metrics.itl),
      ...statistics('request_latency', 'ms', metrics.e2el),
    },
    throughput: {
      input_token_rate: rate('tokens/s', summary.totalInputTokens / durationS),
      output_token_rate: rate('tokens/s', (summary.totalOutputTokens ?? 0) / durationS),
      request_rate: rate('queries/s', completed / durationS),
    },
  }
}

/** `p99p9` is the 99.9th percentile. Empty if nothing was measured. */
function statistics(name: string, units: string, stats: MetricStats): object {
  if (stats.count === 0) return {}
  const percentiles = stats.percentiles.map(({ percentile, value }): [string, number] => [
    `p${String(percentile).replace('.', 'p')}`,
    value,
  ])
  const { mean, std, min, max, median } = stats
  const known = Object.entries({ stddev: std, min, max }).filter(([, value]) => value !== null)
  const figures = new Map<string, unknown>([...known, ...percentiles])
  return { [name]: { units, mean, p50: median, ...Object.fromEntries(figures) } }
}
