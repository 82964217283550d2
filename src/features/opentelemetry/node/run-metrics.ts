// OpenTelemetry metrics of runs in progress and of the last results. docs/monitoring.md lists them. They are created for each
// collection, because instruments of the SDK would keep reporting ended runs.
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { LoadProgress } from '#contract/load-protocol.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { Run } from '#core/model/run/run.ts'
import { comparedScalars } from '#core/metrics/figures.ts'
import { furtherNames, metricNames, latencies } from '#core/metrics/latencies.ts'
import { scalarOf } from '#core/metrics/scalar-names.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'

/** Number of most recently ended runs whose results are reported. */
const mostResults = 20

type Live = Readonly<{ run: Run; progress: LoadProgress; beganAtEpochMs: number }>

export class RunMetrics implements MetricProducer {
  readonly #version: string
  readonly #live = new Map<string, Live>()
  readonly #ended = new Map<string, Run>()

  constructor(version: string) {
    this.#version = version
  }

  observe(run: Run, progress: LoadProgress): void {
    const beganAtEpochMs = Date.now() - progress.elapsedS * 1000
    this.#live.set(run.id, { run, progress, beganAtEpochMs })
  }

  end(run: Run): void {
    this.#live.delete(run.id)
    this.#ended.set(run.id, run)
    for (const early of [...this.#ended.keys()].slice(0, -mostResults)) this.#ended.delete(early)
  }

  remove(runId: string): void {
    this.#live.delete(runId)
    this.#ended.delete(runId)
  }

  collect(): Promise<CollectionResult> {
    const points = [
      { name: 'kneepoint.runs', value: this.#live.size, attributes: {} },
      ...[...this.#live.values()].flatMap(livePoints),
      ...[...this.#ended.values()].flatMap(resultPoints),
    ]
    const scopeMetrics = [
      { scope: { name: 'kneepoint', version: this.#version }, metrics: dataOf(points, Date.now()) },
    ]
    return Promise.resolve({
      resourceMetrics: { resource: resourceFromAttributes({}), scopeMetrics },
      errors: [],
    })
  }
}

/** The live metrics of one run, from its latest report. Omits unknown ones. */
function livePoints({ run, progress, beganAtEpochMs }: Live): MetricPoint[] {
  const { client } = progress
  const values: Readonly<Record<LiveMetricName, number | null>> = {
    'kneepoint.run.requests.planned': progress.planned,
    'kneepoint.run.requests.due': progress.asked,
    'kneepoint.run.requests.sent': progress.sent,
    'kneepoint.run.requests.completed': progress.completed,
    'kneepoint.run.requests.failed': progress.failed,
    'kneepoint.run.requests.in_flight': progress.inFlight,
    'kneepoint.run.requests.queued': progress.queued,
    'kneepoint.run.stream_events': progress.tokenEvents,
    'kneepoint.run.ttft': inSeconds(progress.recentTtftMs),
    'kneepoint.run.itl': inSeconds(progress.recentItlMs),
    'kneepoint.run.e2el': inSeconds(progress.recentE2elMs),
    'kneepoint.client.send_lag_p99': client.sendLagP99Us / 1e6,
    'kneepoint.client.read_lag_p99': client.readLagP99Us / 1e6,
    'kneepoint.client.cpu': client.cpuShare,
  }
  const attributes = attributesOf(run)
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ name, value, attributes, beganAtEpochMs }],
  )
}

/** The metrics of an ended run, without unmeasured ones: throughputs as stored, latencies in seconds. */
function resultPoints(run: Run): MetricPoint[] {
  const { summary } = run
  if (summary === null) return []
  const attributes = { ...attributesOf(run), grade: judgeRun(run)?.grade ?? 'unknown' }
  const scalars = comparedScalars.flatMap((scalar) => {
    const value = summary[scalar]
    const name = resultName(scalarOf(scalar).csv ?? scalar)
    return value === null ? [] : [{ name, value, attributes }]
  })
  const latencies = [...metricNames, ...furtherNames].flatMap((metric) =>
    statisticsOf(summary.metrics[metric]).map(([statistic, ms]) => ({
      name: resultName(metric),
      value: ms / 1000,
      attributes: { ...attributes, statistic },
    })),
  )
  return [...scalars, ...latencies]
}

function attributesOf({ id, name, config: { model }, serverName }: Run): Record<string, string> {
  return {
    'run.id': id,
    'run.name': name,
    ...(model !== null && { model }),
    ...(serverName !== null && { server: serverName }),
  }
}

function inSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000
}

/** `mean`, `p50`, `p99` … */
function statisticsOf(stats: MetricStats | undefined): [statistic: string, ms: number][] {
  if (stats === undefined || stats.count === 0) return []
  const { mean, median, percentiles } = stats
  const asked = percentiles
    .filter(({ percentile }) => percentile !== 50)
    .map(({ percentile, value }): [string, number] => [`p${percentile}`, value])
  return [['mean', mean], ['p50', median], ...asked]
}

type MetricPoint = Readonly<{
  name: string
  value: number
  attributes: Attributes
  /** Start of a sum; default: now. */
  beganAtEpochMs?: number
}>

/** Data points in the export format of the OpenTelemetry SDK, by metric; omits metrics without one. */
function dataOf(points: readonly MetricPoint[], nowEpochMs: number): MetricData[] {
  return Object.entries(metricRecords).flatMap(([name, record]) => {
    const ofName = points.filter((point) => point.name === name)
    return ofName.length === 0 ? [] : [metricData(name, record, ofName, nowEpochMs)]
  })
}

function metricData(
  name: string,
  { kind, unit, description }: MetricRecord,
  points: readonly MetricPoint[],
  nowEpochMs: number,
): MetricData {
  const common = {
    descriptor: { name, unit, description, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPoints: points.map(
      ({ value, attributes, beganAtEpochMs = nowEpochMs }): DataPoint<number> => ({
        startTime: hrTime(beganAtEpochMs),
        endTime: hrTime(nowEpochMs),
        attributes,
        value,
      }),
    ),
  }
  return kind === 'sum'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true }
    : { ...common, dataPointType: DataPointType.GAUGE }
}

/** Time in seconds and nanoseconds. */
function hrTime(epochMs: number): HrTime {
  const seconds = Math.floor(epochMs / 1000)
  return [seconds, Math.round((epochMs - seconds * 1000) * 1e6)]
}

/** `sum` accumulates from the start of the run; `gauge` is a current value. The unit is `s`, or empty for a count or a rate. */
type MetricRecord = Readonly<{ kind: 'sum' | 'gauge'; unit: string; description: string }>

function gauge(unit: string, description: string): MetricRecord {
  return { kind: 'gauge', unit, description }
}

function sum(unit: string, description: string): MetricRecord {
  return { kind: 'sum', unit, description }
}

const liveRecords = {
  'kneepoint.run.requests.planned': gauge('', 'Requests the run will send.'),
  'kneepoint.run.requests.due': sum('', 'Requests that the schedule has asked for.'),
  'kneepoint.run.requests.sent': sum('', 'Requests sent.'),
  'kneepoint.run.requests.completed': sum('', 'Requests answered in full.'),
  'kneepoint.run.requests.failed': sum('', 'Requests that failed.'),
  'kneepoint.run.requests.in_flight': gauge('', 'Requests sent and not yet answered in full.'),
  'kneepoint.run.requests.queued': gauge('', 'Requests due that wait for the concurrency limit.'),
  'kneepoint.run.stream_events': sum(
    '',
    'Stream events received; most servers send one per output token.',
  ),
  'kneepoint.run.ttft': gauge('s', 'Median time to first token of the latest responses.'),
  'kneepoint.run.itl': gauge('s', 'Mean inter-token latency of the latest tokens.'),
  'kneepoint.run.e2el': gauge('s', 'Median end-to-end latency of the latest responses.'),
  'kneepoint.client.send_lag_p99': gauge('s', 'How late requests leave, 99th percentile.'),
  'kneepoint.client.read_lag_p99': gauge('s', 'How late received data is read, 99th percentile.'),
  'kneepoint.client.cpu': gauge('', 'CPU use of the load generator, in cores.'),
} as const satisfies Readonly<Record<string, MetricRecord>>

type LiveMetricName = keyof typeof liveRecords

function resultName(figure: string): string {
  return `kneepoint.result.${figure}`
}

const metricRecords: Readonly<Record<string, MetricRecord>> = {
  'kneepoint.runs': gauge('', 'Runs in progress.'),
  ...liveRecords,
  ...Object.fromEntries(
    comparedScalars.map((name) => {
      const { csv = name } = scalarOf(name)
      return [resultName(csv), gauge('', `Of a run that has ended: ${csv.replaceAll('_', ' ')}.`)]
    }),
  ),
  ...Object.fromEntries(
    [...metricNames, ...furtherNames].map((name) => [
      resultName(name),
      gauge('s', `Of a run that has ended: ${latencies[name].title}.`),
    ]),
  ),
}
