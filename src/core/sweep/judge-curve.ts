// Verdict on the runs of one curve: the load at which the server saturates, and the knee. Formulas: docs/measuring/searches.md.
import { countedRuns, judgePoint } from '#core/judgement/judge-point.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { isBurst } from '#core/judgement/kept-throughput.ts'
import { dotted, message, type Message, type Text } from '#core/messages/message.ts'
import { mainThroughput, throughputFigure } from '#core/judgement/known-figures.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Run } from '../model/run/run.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { Knee } from '../model/sweep-search.ts'
import { type KneeLevel, kneeOf, type PaceVerdict } from './knee.ts'
import { type LoadUnit, heldBy } from '#core/traits/load-traits.ts'
import type { Sweep, SweepPlan, SweepPoint } from '#core/model/sweep.ts'
import { configurationKey, configurationName } from './configurations.ts'
import { dueLatencyMs } from './client-wait.ts'

/** A run that completed its point. */
export type FinishedPoint = Readonly<{
  config: BenchmarkConfig
  summary: RunSummary
  imported?: Run['imported']
  launch?: Run['launch']
}>

export type CurveVerdict = Readonly<{
  /** One per load. */
  saturated: readonly boolean[]
  /** Positions refer to the loads. */
  knee: Knee
}>

/** Requires loads in rising order; a load without runs cannot be assessed yet. */
export function judgeCurve(loads: readonly (readonly FinishedPoint[])[]): CurveVerdict {
  return {
    saturated: loads.map((runs) => judgePoint(runs)?.isSaturated ?? false),
    knee: kneeOf(loads.flatMap((runs, position) => levelOf(runs, position) ?? [])),
  }
}

/** Null if nothing was measured. */
function levelOf(all: readonly FinishedPoint[], position: number): KneeLevel | null {
  const runs = countedRuns(all.filter(({ summary }) => summary.completed > 0))
  const [first] = runs
  if (first === undefined) return null
  const { requestRate, maxConcurrency } = first.config
  const standing = standingOf(runs)
  return {
    position,
    load: { requestRate, maxConcurrency },
    standing,
    throughput: mean(runs, mainThroughput),
    asked: mean(runs, askedThroughput),
    latency: mean(runs, dueLatencyMs),
  }
}

/** Verdict on the counted runs of one load. */
export function standingOf(runs: readonly FinishedPoint[]): PaceVerdict {
  const judgement = judgePoint(runs)
  if (runs.some(({ config }) => isBurst(config))) return 'burst'
  if (judgement === null || judgement.grade === 'not-usable') return 'not-usable'
  if (judgement.isHeldBack) return 'held-back'
  if (judgement.isSaturated) return 'behind'
  const shown = runs.filter(hasShownItsPace)
  return shown.length * 2 > runs.length ? 'kept' : 'too-short'
}

/** Runs of earlier versions and imported runs have no recorded pace; they count as keeping up. */
function hasShownItsPace(run: FinishedPoint): boolean {
  return judgeRun(run)?.pace !== 'not-known' || (run.summary.certainty?.pace ?? null) === null
}

/** Throughput at the offered rate if the server kept up. */
function askedThroughput(run: FinishedPoint): number {
  const kept = throughputFigure(run.summary, 'requestThroughput')?.value ?? 0
  const offered = run.summary.certainty?.rate?.asked ?? kept
  return kept === 0 ? 0 : (mainThroughput(run) * offered) / kept
}

function mean(runs: readonly FinishedPoint[], value: (run: FinishedPoint) => number): number {
  return runs.reduce((sum, run) => sum + value(run), 0) / Math.max(1, runs.length)
}

/** Judges a sweep over loads alone as one curve of single runs, in run order; null for a point that cannot be assessed yet. */
export function judgeSweep(points: readonly (FinishedPoint | null)[]): CurveVerdict {
  return judgeCurve(points.map((point) => (point === null ? [] : [point])))
}

/** Load that rises along a curve; its points share server, settings and the other load. */
type RisingLoad = 'requestRate' | 'maxConcurrency'

/**
 * Load that rises along every curve: the one that a search varies; for listed loads the rate, unless only the limit
 * varies, or there is no rate at all.
 */
export function risingLoad({ search, requestRates, maxConcurrencies }: SweepPlan): RisingLoad {
  if (search !== null) return search.over
  const [rate, ...otherRates] = requestRates
  const isHeld = rate === 'inf' && !maxConcurrencies.includes(null)
  const isOverLimits = otherRates.length === 0 && (isHeld || maxConcurrencies.length > 1)
  return isOverLimits ? 'maxConcurrency' : 'requestRate'
}

/** Empty if the sweep has one curve. */
export function curveName(point: SweepPoint, sweep: Pick<Sweep, 'plan' | 'servers'>): Text {
  const { search, maxConcurrencies } = sweep.plan
  const isOneOfSeveral =
    search === null &&
    risingLoad(sweep.plan) === 'requestRate' &&
    new Set(maxConcurrencies).size > 1
  const name = configurationName(point, sweep)
  if (!isOneOfSeveral) return name
  const limit = limitName(point.maxConcurrency, heldBy(sweep.plan.config))
  return name === '' ? limit : dotted(name, [limit])
}

/** Curves in row order; each is sorted by rising load. */
export function curvesOf<Row>(
  plan: SweepPlan,
  rows: readonly Row[],
  pointOf: (row: Row) => SweepPoint,
): Row[][] {
  const over = risingLoad(plan)
  const kept = over === 'requestRate' ? 'maxConcurrency' : 'requestRate'
  const curves = Map.groupBy(
    rows,
    (row) => `${configurationKey(pointOf(row))}/${pointOf(row)[kept]}`,
  )
  return [...curves.values()].map((curve) =>
    curve.toSorted((a, b) => loadOf(pointOf(a), over) - loadOf(pointOf(b), over)),
  )
}

function loadOf(point: SweepPoint, over: RisingLoad): number {
  const load = point[over]
  return typeof load === 'number' ? load : Infinity
}

/** `no limit`, `≤ 8 in flight` */
export function limitName(count: number | null, held: LoadUnit): Message {
  return count === null ? message('sweeps.noLimit') : message(`sweeps.within.${held}`, { count })
}
