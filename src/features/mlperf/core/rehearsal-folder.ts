// A rehearsal in the layout of MLPerf Endpoints 1.0 (§8.1): the files of each point, and the curve. Data that only a submission
// has is omitted or reads "rehearsal", so that no checker mistakes it for one (docs/mlperf.md).
import { fileNameOf, jsonText } from '#core/base/printable.ts'
import type { Run } from '#core/model/run/run.ts'
import { endS, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import { shareableRun } from '#core/report/shareable.ts'
import { mean, sum } from '#core/base/spread.ts'
import { quantile } from '#core/stats/durations/quantile.ts'
import { leastDurationS, type RegionName, regionOf, regionsOf, ultraLowMost } from './regions.ts'
import { latenciesS, type LevelShift, type SteadyPasses, steadyPasses } from './steady-passes.ts'
import { binomialQuantile } from '#core/stats/certainty/distributions.ts'

export type MeasuredPoint = Readonly<{ run: Run; requests: readonly MeasuredRequest[] }>

/** YAML files are objects; others are texts. */
export type RehearsalFile = Readonly<{ path: string; content: string | object }>

export type RehearsedPoint = Readonly<{
  concurrency: number
  region: RegionName | null
  run: Run
  steady: SteadyPasses
  systemTps: number
  /** 1 ÷ p90 of TPOT; NaN without responses of two tokens. */
  tpsPerUser: number
  ttftP90S: number
  /** Sums over the turns of agents; null for other points. */
  turns: Readonly<{ outputTokens: number; seconds: number }> | null
}>

const nsPerS = 1e9
const rehearsal = 'rehearsal'
const notStated = 'not stated in a rehearsal'

/** By ascending concurrency; the last of several runs at one concurrency. */
export function rehearsedCurve(measured: readonly MeasuredPoint[]): RehearsedPoint[] {
  const byConcurrency = new Map(
    measured.map((point) => [point.run.config.maxConcurrency ?? 0, point] as const),
  )
  const concurrencies = [...byConcurrency.keys()].sort((one, other) => one - other)
  const ends = {
    cMin: Math.min(ultraLowMost, concurrencies[0] ?? 1),
    cMax: concurrencies.at(-1) ?? 0,
  }
  const regions = ends.cMax > ultraLowMost ? regionsOf(ends) : null
  return concurrencies.flatMap((concurrency) => {
    const point = byConcurrency.get(concurrency)
    if (point === undefined) return []
    const region = regions && regionOf(concurrency, regions)
    return { concurrency, region, ...figuresOf(point, concurrency) }
  })
}

function figuresOf({ run, requests }: MeasuredPoint, concurrency: number) {
  const isAgentic = heldBy(run.config) === 'agents'
  const steady = steadyPasses(requests, {
    passSize: isAgentic ? turnsPerPass(requests, run.config.numPrompts) : run.config.numPrompts,
    leastDurationS: leastDurationS(concurrency, isAgentic),
  })
  const completed = steady.requests.filter(isSuccess)
  const tokens = sum(completed.map(({ outputTokens }) => outputTokens))
  const seconds = sum(completed.map(({ latencyS }) => latencyS))
  return {
    turns: isAgentic ? { outputTokens: tokens, seconds } : null,
    ...{ run, steady },
    systemTps: tokens / spanS(steady),
    tpsPerUser: 1 / quantile(latenciesS(steady.requests, 'tpot'), 0.9),
    ttftP90S: quantile(latenciesS(steady.requests, 'ttft'), 0.9),
  }
}

/** Requests of the dataset's number of conversations, because their turns are interleaved. */
function turnsPerPass(requests: readonly MeasuredRequest[], conversations: number): number {
  const issued = new Set(requests.map(({ turn }) => turn?.conversation)).size
  return Math.max(1, Math.round((requests.length / issued) * conversations))
}

/** Output tokens per second of turns: the rate of an agent, excluding its tools. */
export function interactivityOf({ turns }: RehearsedPoint): number | null {
  return turns === null ? null : turns.outputTokens / turns.seconds
}

/** Issue time of the window; if there is none, from the first request to the end of the last. */
function spanS({ status, durationS, requests }: SteadyPasses): number {
  if (status === 'windowable') return durationS
  const lastS = requests.reduce((latestS, request) => Math.max(latestS, endS(request)), -Infinity)
  return lastS - (requests[0]?.startS ?? 0)
}

/** Points that no other beats in both figures. Between two of them the curve has the lower value: it is a step, not a line. */
export function stepsOf(points: readonly RehearsedPoint[]): RehearsedPoint[] {
  return points
    .filter(
      (point) =>
        !points.some(
          (other) =>
            other !== point &&
            other.systemTps >= point.systemTps &&
            other.tpsPerUser >= point.tpsPerUser,
        ),
    )
    .toSorted((one, other) => other.tpsPerUser - one.tpsPerUser)
}

type Maker = Readonly<{ name: string; version: string }>

/** Files under the folder of the submission. */
export function rehearsalFiles(points: readonly RehearsedPoint[], maker: Maker): RehearsalFile[] {
  const [first] = points
  const model = slug(modelOf(first?.run))
  const system = slug(first?.run.serverName ?? 'server')
  const most = Math.max(...points.map(({ systemTps }) => systemTps))
  const cMax = points.at(-1)?.concurrency ?? 0
  const notice = noticeOf(maker)
  return [
    { path: 'REHEARSAL.md', content: notice },
    { path: 'docs/README.md', content: notice },
    { path: 'src/kneepoint/README.md', content: notice },
    { path: 'rehearsal.json', content: jsonText(curveFile(points, maker)) },
    ...points.flatMap((point) => {
      const folder = `results/${system}/${model}/r${point.concurrency}`
      const isLast = point.concurrency === cMax
      return [
        { path: `${folder}/point.yaml`, content: pointFile(point, { model, cMax, isLast }) },
        { path: `${folder}/config.yaml`, content: shareableRun(point.run).config },
        { path: `${folder}/result_summary.json`, content: jsonText(summaryFile(point, maker)) },
        {
          path: `${folder}/system_desc.json`,
          content: jsonText(systemFile(point, { cMax, utilization: point.systemTps / most })),
        },
        {
          path: `${folder}/server_configs/launch.txt`,
          content: `${shareableRun(point.run).launch?.command ?? notStated}\n`,
        },
      ]
    }),
  ]
}

function modelOf(run: Run | undefined): string {
  return run?.facts?.model ?? run?.config.model ?? 'model'
}

/** Canonical spelling of a model, also used as a folder: without organisation, other characters as `_`. */
function slug(name: string): string {
  const part = name.split('/').at(-1)?.trim() ?? ''
  return fileNameOf(part.replaceAll(/[^\w-]+/g, '_').replace(/^_+|_+$/g, '')).slice(0, 64)
}

function noticeOf({ name, version }: Maker): string {
  return [
    `# Rehearsal of an MLPerf Endpoints curve: ${name}`,
    '',
    `Kneepoint ${version} measured these points. This is not a submission and not an MLPerf result: the reference client did`,
    'not measure them, the seeds are not the published ones, and there is no accuracy run and no declaration of power.',
    '',
  ].join('\n')
}

function pointFile(
  { concurrency, region, run, steady, turns }: RehearsedPoint,
  { model, cMax, isLast }: Readonly<{ model: string; cMax: number; isLast: boolean }>,
) {
  const { config } = run
  const { passes, gates, anomaly } = steady
  const isAgentic = turns !== null
  const seed = config.seed
  const warmUps = config.numWarmups
  return {
    rehearsal: true,
    concurrency,
    ...(region !== null && { region }),
    dataset: config.datasetName,
    division: 'RDI',
    max_supported_concurrency: cMax,
    model_name: model,
    model_precision: notStated,
    link_to_model: modelOf(run),
    dataset_name: config.datasetName,
    dataset_type: 'Performance',
    dataset_link: config.datasetPath ?? notStated,
    shared_src: 'src/kneepoint',
    shared_docs: 'docs',
    seed_set: rehearsal,
    target_cohort: rehearsal,
    offline: isLast && !isAgentic ? 'elected' : 'none',
    runtime_settings: {
      load_pattern: isAgentic ? 'agentic_inference' : 'concurrency',
      min_duration_ms: Math.round(60_000 * (config.durationMinutes ?? 0)),
      runtime: { scheduler_rng_seed: seed, sample_index_rng_seed: seed, model_seed: seed },
    },
    warmup: {
      duration_s: 0,
      requests_issued: warmUps,
      requests_completed: warmUps,
      data_source: 'first prompt of the dataset; the duration is not recorded',
      concurrency: warmUps === 0 ? 0 : concurrency,
      logs_retained: false,
    },
    steady_state: {
      status: steady.status,
      verdict: steady.verdict,
      window: {
        super_pass_start: passes?.first,
        super_pass_end: passes?.last,
        super_pass_size: steady.passSize,
        n_samples: passes && (passes.last - passes.first + 1) * steady.passSize,
        duration_s: steady.durationS,
      },
      state: Object.fromEntries(gates.map(({ name, state }) => [name, state])),
      ...(anomaly !== null && { anomaly: anomalyFile(anomaly) }),
    },
  }
}

function anomalyFile({ gate, pass, fromS, toS }: LevelShift) {
  return { gate, super_pass: pass, from_ms: 1000 * fromS, to_ms: 1000 * toS }
}

function summaryFile(point: RehearsedPoint, { version }: Maker) {
  const { steady, systemTps, tpsPerUser, turns } = point
  const completed = steady.requests.filter(isSuccess)
  const lengths = Float64Array.from(completed, ({ outputTokens }) => outputTokens).sort()
  const inNs = (metric: 'ttft' | 'tpot' | 'e2el') =>
    statistics(latenciesS(steady.requests, metric).map((each) => each * nsPerS))
  return {
    rehearsal: true,
    measured_by: `Kneepoint ${version}`,
    n_samples_issued: steady.requests.length,
    n_samples_completed: completed.length,
    n_samples_failed: steady.requests.length - completed.length,
    duration_ns: Math.round(spanS(steady) * nsPerS),
    ...{ ttft: inNs('ttft'), tpot: inNs('tpot'), latency: inNs('e2el') },
    output_sequence_lengths: statistics(lengths),
    ...{ system_tps: systemTps, tps_per_user: tpsPerUser },
    ...(turns !== null && {
      output_tokens_per_turn_total: turns.outputTokens,
      e2e_turn_time_seconds_total: turns.seconds,
      e2e_avg_interactivity: interactivityOf(point),
    }),
  }
}

const percentiles = [1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9]

function statistics(ascending: Float64Array) {
  if (ascending.length === 0) return { total: 0, percentiles: {} }
  return {
    total: sum(ascending),
    ...{ min: ascending[0], max: ascending.at(-1), avg: mean(ascending) },
    percentiles: Object.fromEntries(
      percentiles.map((each) => [String(each), quantile(ascending, each / 100)]),
    ),
  }
}

function systemFile(
  { run }: RehearsedPoint,
  { cMax, utilization }: Readonly<{ cMax: number; utilization: number }>,
) {
  const { facts } = run
  return {
    rehearsal: true,
    system_name: `Rehearsal on ${run.serverName ?? 'a server'}`,
    shortened_system_name: rehearsal,
    system_availability_status: 'RDI',
    division: 'RDI',
    max_supported_concurrency: cMax,
    system_size: facts?.gpuCount === undefined ? notStated : `${facts.gpuCount} GPUs`,
    system_node_ensemble_count: 1,
    system_node_ensemble_total: 1,
    serving_framework: [facts?.engine, facts?.version].filter(Boolean).join(' ') || notStated,
    tps_utilization: utilization,
    node_types: [
      {
        system_node_ensemble_id: 1,
        number_of_nodes: 1,
        accelerator_info: [{ accelerators_per_node: facts?.gpuCount ?? 0 }],
        host_memory_configuration: notStated,
        host_network_card_count: notStated,
        driver: notStated,
        filesystem: notStated,
      },
    ],
  }
}

function curveFile(points: readonly RehearsedPoint[], { version }: Maker) {
  const steps = stepsOf(points)
  return {
    rehearsal: true,
    measured_by: `Kneepoint ${version}`,
    points: points.map(pointOfCurve),
    steps: steps.map(({ concurrency, tpsPerUser, systemTps }) => ({
      ...{ concurrency, tps_per_user: tpsPerUser, system_tps: systemTps },
    })),
  }
}

function pointOfCurve(point: RehearsedPoint) {
  const { concurrency, region, run, steady } = point
  return {
    ...{ concurrency, region, run: run.id, status: steady.status, verdict: steady.verdict },
    ...(steady.anomaly !== null && { anomaly: anomalyFile(steady.anomaly) }),
    system_tps: point.systemTps,
    tps_per_user: point.tpsPerUser,
    ttft_p90_ms: 1000 * point.ttftP90S,
    ...(point.turns !== null && { e2e_avg_interactivity: interactivityOf(point) }),
    gates: steady.gates.map(({ name, state, lowS, highS }) => ({
      ...{ name, state, low_ms: 1000 * lowS, high_ms: 1000 * highS },
    })),
    early_stopping_ms: Object.fromEntries(
      (['ttft', 'tpot'] as const).flatMap((metric) =>
        [90, 99].map((percentile) => {
          const bound = earlyStoppingBound(latenciesS(steady.requests, metric), percentile)
          return [`${metric}_p${percentile}`, bound === null ? null : 1000 * bound] as const
        }),
      ),
    ),
  }
}

/** Probability that a bound is below the percentile of the server. */
const risk = 0.01

/** Smallest sample that is above the percentile with 99 % confidence; null with too few samples (64 for p90, 662 for p99). docs/mlperf.md has the formula. Exported for tests. */
export function earlyStoppingBound(
  ascending: ArrayLike<number>,
  percentile: number,
): number | null {
  const trials = { trials: ascending.length, chance: 1 - percentile / 100 }
  const mostBeyond = binomialQuantile(risk, trials) - 1
  return mostBeyond < 1 ? null : (ascending[ascending.length - mostBeyond] ?? null)
}
