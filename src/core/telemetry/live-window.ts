// Recent minutes of a server and its GPUs, and the current values of their metrics.
import type { TelemetryProblem } from '../model/run/telemetry.ts'
import type {
  SampledSource,
  SampledValue,
  TelemetryKind,
  TelemetrySample,
  TelemetrySource,
} from '#core/records/sampled-values.ts'
import { type PoolKind, poolKinds, poolOf } from '#core/model/pool-kind.ts'
import { imbalancePoints } from './imbalance.ts'
import type { Point } from './over-time.ts'
import { pointsOf } from './telemetry-series.ts'
import { type TelemetrySeriesName, telemetryTraits } from './telemetry-traits.ts'

/** Samples that arrived since the previous ones. */
export type LiveSamples = Readonly<{
  samples: readonly Readonly<{ source: TelemetrySource; sample: TelemetrySample }>[]
  problems: readonly TelemetryProblem[]
}>

export const liveWindowMs = 5 * 60_000

/** Averaging period of rates: a rate over one second fluctuates, and vLLM's own log also averages over ten. */
const averagedMs = 10_000

/** Samples of each source including the new ones, none older than the window. */
export function withLiveSamples(
  sources: readonly SampledSource[],
  { samples }: Pick<LiveSamples, 'samples'>,
): readonly SampledSource[] {
  const bySource = new Map(sources.map((source) => [keyOf(source), source]))
  for (const { source, sample } of samples) {
    const known = bySource.get(keyOf(source)) ?? { ...source, samples: [] }
    bySource.set(keyOf(source), { ...known, samples: [...known.samples, sample] })
  }
  const all = [...bySource.values()]
  const oldestMs = newestOf(all) - liveWindowMs
  return all.map((source) => ({
    ...source,
    samples: source.samples.filter(({ atEpochMs }) => atEpochMs >= oldestMs),
  }))
}

function keyOf({ kind, label }: TelemetrySource): string {
  return `${kind} ${label}`
}

/** Time of the newest sample, in epoch ms. */
function newestOf(sources: readonly SampledSource[]): number {
  return Math.max(...sources.map(({ samples }) => samples.at(-1)?.atEpochMs ?? 0))
}

/** Seconds that the samples cover. */
export function livePeriodS(sources: readonly SampledSource[]): number {
  const oldest = Math.min(...sources.map(({ samples }) => samples[0]?.atEpochMs ?? Infinity))
  return Math.max(0, newestOf(sources) - oldest) / 1000
}

// Combines GPUs into one value: a sum for additive metrics, else a mean.
type Aggregation = 'sum' | 'mean'

export type LiveMetric = Readonly<{
  name: (typeof figures)[number]['name'] | 'imbalance'
  /** Pool of a prefill/decode pair; null for other servers. */
  pool: PoolKind | null
  /** Current value; null if unknown. Rates are averaged over the last ten seconds. */
  value: number | null
  /** Times in seconds; negative before now. */
  points: readonly Point[]
}>

type Figure = Readonly<{ name: TelemetrySeriesName; joining: Aggregation; pool?: PoolKind }>

const figures = [
  ...poolKinds.flatMap((pool) => [
    { name: 'instanceRunning', pool, joining: 'sum' } as const,
    { name: 'instanceWaiting', pool, joining: 'sum' } as const,
    { name: 'instanceKvPercent', pool, joining: 'mean' } as const,
  ]),
  { name: 'requestsRunning', joining: 'sum' },
  { name: 'requestsWaiting', joining: 'sum' },
  { name: 'kvCachePercent', joining: 'mean' },
  { name: 'generationTokensPerS', joining: 'sum' },
  { name: 'promptTokensPerS', joining: 'sum' },
  { name: 'prefixCacheHitPercent', joining: 'mean' },
  { name: 'preemptionsPerS', joining: 'sum' },
  { name: 'externalCacheHitPercent', joining: 'mean' },
  { name: 'draftAcceptancePercent', joining: 'mean' },
  { name: 'gpuUtilizationPercent', joining: 'mean' },
  { name: 'gpuMemoryUsedMiB', joining: 'sum' },
  { name: 'gpuPowerW', joining: 'sum' },
] as const satisfies readonly Figure[]

/** Metrics that the sources report. */
export function liveFigures(sources: readonly SampledSource[]): readonly LiveMetric[] {
  const span = {
    startedAtEpochMs: newestOf(sources) - liveWindowMs,
    durationS: liveWindowMs / 1000,
  }
  const courses = figures.flatMap((figure: (typeof figures)[number]) => {
    const { name, joining } = figure
    const pool = 'pool' in figure ? figure.pool : null
    const reporting = ofKind(sources, telemetryTraits[name].kind).filter(
      (source) => isReported(name, source) && (pool === null || poolOf(source.label) === pool),
    )
    if (reporting.length === 0) return []
    const courses = reporting.map((source) => beforeNow(pointsOf(name, source, span)))
    const values = reporting.map((source) => valueNow(name, source))
    return [{ name, pool, value: join(values, joining), points: joinCourses(courses, joining) }]
  })
  const imbalance = beforeNow(imbalancePoints(sources, span))
  if (imbalance.length === 0) return courses
  const spread = { name: 'imbalance', pool: null, value: imbalance.at(-1)?.value ?? null } as const
  return [...courses, { ...spread, points: imbalance }]
}

function beforeNow(points: readonly Point[]): readonly Point[] {
  return points.map(({ atS, value }) => ({ atS: atS - liveWindowMs / 1000, value }))
}

function ofKind(sources: readonly SampledSource[], wanted: TelemetryKind) {
  return sources.filter(({ kind, samples }) => kind === wanted && samples.length > 0)
}

/** Denominators of shares: a share stays visible while its denominator does not grow. */
const shareOf: Readonly<Partial<Record<TelemetrySeriesName, SampledValue>>> = {
  prefixCacheHitPercent: 'prefixCacheQueries',
  externalCacheHitPercent: 'externalCacheQueries',
  draftAcceptancePercent: 'draftTokens',
}

/** A rate is shown as soon as its counter exists, even if the counter is still 0. */
function isReported(name: TelemetrySeriesName, { samples }: SampledSource): boolean {
  const now = samples.at(-1)?.values ?? {}
  const pair = { before: now, now, seconds: 1 }
  const { value } = telemetryTraits[name]
  const whole = shareOf[name]
  // vLLM counts queries of an external cache even without such a cache.
  const isCounted = whole !== undefined && (name === 'prefixCacheHitPercent' || now[whole] !== 0)
  return value(pair) !== null || (isCounted && whole in now)
}

function valueNow(name: TelemetrySeriesName, { samples }: SampledSource): number | null {
  const now = samples.at(-1)
  if (now === undefined) return null
  const before =
    samples.findLast(({ atEpochMs }) => now.atEpochMs - atEpochMs >= averagedMs) ??
    samples[0] ??
    now
  const seconds = (now.atEpochMs - before.atEpochMs) / 1000
  const { value, isOverTime } = telemetryTraits[name]
  if (isOverTime && seconds === 0) return null
  return value({ before: before.values, now: now.values, seconds })
}

function join(values: readonly (number | null)[], joining: Aggregation): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length < values.length || known.length === 0) return null
  const sum = known.reduce((total, value) => total + value, 0)
  return joining === 'sum' ? sum : sum / known.length
}

/** Uses the times of the first series; all GPUs of a host are sampled together, so their newest samples belong together. */
function joinCourses(
  courses: readonly (readonly Point[])[],
  joining: Aggregation,
): readonly Point[] {
  const [first = [], ...others] = courses
  if (others.length === 0) return first
  return first.map(({ atS, value }, index) => {
    const fromEnd = index - first.length
    return {
      atS,
      value: join([value, ...others.map((each) => each.at(fromEnd)?.value ?? null)], joining),
    }
  })
}
