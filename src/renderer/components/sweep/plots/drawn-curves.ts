// The cells of one or several sweeps as curves to draw.
import { heldBy } from '#core/traits/load-traits.ts'
import { taskOf } from '#core/backends/backend-traits.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import type { LatencyUnit } from '#core/metrics/latency-unit.ts'
import type { Sweep } from '#core/model/sweep.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'
import type { MergedEstimate } from '#core/stats/certainty/merged-figure.ts'
import { configurationName } from '#core/sweep/configurations.ts'
import { formatNumber } from '#core/base/numbers.ts'
import { formatFigure, type Translate } from '../../../i18n/i18n.ts'
import type { Curve, CurvePoint } from '#core/plots/latency-curve-input.ts'
import type { PlotValue } from '#core/plots/marks.ts'
import {
  type CellCurve,
  cellLatency,
  cellName,
  type CellResult,
  cellJudgement,
  cellRuns,
  cellThroughput,
  concurrencyText,
  isTrusted,
  loadName,
  rateText,
} from '../cells/sweep-cells.ts'
import { answeredCells, isCapacitySearch } from '../cells/answered-cells.ts'
import { carriedLoad } from '#core/sweep/carried-loads.ts'
import type { Run } from '#core/model/run/run.ts'

export type CurveChoice = Readonly<{
  metric: MetricName
  /** Null for the mean. */
  percentiles: readonly (number | null)[]
  throughput: ThroughputName
  /** Unit of the latency on the page; null before a run has measured it. */
  unit?: LatencyUnit | null
}>

export type MeasuredSweep = Readonly<{ sweep: Sweep; curves: readonly CellCurve[] }>

type CurveOptions = Readonly<{
  choice: CurveChoice
  /** Places points at the offered load, not at the achieved throughput. */
  isOffered?: boolean
  t: Translate
}>

/** Requested rate, or requests in flight if no rate was set; null if all requests were sent at once. */
function offeredLoad({ cell }: Pick<CellResult, 'cell'>, over: CellCurve['over']): number | null {
  const load = cell[over]
  return typeof load === 'number' ? load : null
}

/** The load that rises along all curves; null if they differ in it or its unit, or if some points have none. */
export function offeredOver(sweeps: readonly MeasuredSweep[]): CellCurve['over'] | null {
  const curves = sweeps.flatMap((sweep) => sweep.curves)
  const [first] = curves
  const units = new Set(sweeps.map(({ sweep }) => heldBy(sweep.plan.config)))
  const isOffered = ({ over, cells }: CellCurve) =>
    over === first?.over && cells.every((cell) => offeredLoad(cell, over) !== null)
  return first !== undefined && units.size === 1 && curves.every(isOffered) ? first.over : null
}

/** Key of a cell among the cells of all sweeps. */
export function pointKey(sweep: Pick<Sweep, 'id'>, cell: Pick<CellResult, 'key'>): string {
  return `${sweep.id} ${cell.key}`
}

/** Curves to draw; with several sweeps, the name of each begins with its sweep's name. */
export function drawnCurves(sweeps: readonly MeasuredSweep[], drawing: CurveOptions): Curve[] {
  return sweeps.flatMap(({ sweep, curves }) =>
    curves.map((curve) => ({
      name: curveTitle({ sweep, curves }, curve, { ...drawing, several: sweeps.length > 1 }),
      points: answeredCells(sweep, curve).flatMap((cell) =>
        curvePoint(sweep, cell, { ...drawing, over: curve.over }),
      ),
    })),
  )
}

/** A curve that is not distinguished otherwise is named after its constant load. */
function curveTitle(
  measured: MeasuredSweep,
  curve: CellCurve,
  { t, several }: CurveOptions & Readonly<{ several: boolean }>,
): string {
  const own = curveName(measured, curve, t)
  const named = [...(several ? [measured.sweep.plan.name] : []), ...(own === '' ? [] : [own])]
  return named.length === 0 ? keptLoad(curve, t) : named.join(' · ')
}

/** Distinguishes a curve by server, settings and constant load. Empty for a single curve. */
export function curveName(
  { sweep, curves }: MeasuredSweep,
  curve: CellCurve,
  t: Translate,
): string {
  const keptVaries = new Set(curves.map(({ maxConcurrency }) => maxConcurrency)).size > 1
  const isNamed = curve.over === 'requestRate' && keptVaries
  return [configurationName(curve.configuration, sweep), ...(isNamed ? [keptLoad(curve, t)] : [])]
    .filter((part) => part !== '')
    .join(' · ')
}

function keptLoad({ over, maxConcurrency, requestRate }: CellCurve, t: Translate): string {
  return over === 'requestRate' ? concurrencyText(maxConcurrency, t) : rateText(requestRate, t)
}

/** Empty for a cell without measurements. */
function curvePoint(
  sweep: Sweep,
  cell: CellResult,
  { choice, isOffered = false, over, t }: CurveOptions & Pick<CellCurve, 'over'>,
): CurvePoint[] {
  const throughput = cellThroughput(cell, choice.throughput)
  if (throughput === null) return []
  const offered = isOffered ? offeredLoad(cell, over) : null
  const { metric, percentiles, unit } = choice
  const latencies = percentiles.map((percentile) => cellLatency(cell, { metric, percentile }))
  return [
    {
      key: pointKey(sweep, cell),
      label: loadName(cell.cell, sweep, t),
      throughput: offered === null ? drawnFigure(throughput) : { value: offered, interval: null },
      latencies: latencies.map((latency) => latency && drawnFigure(latency)),
      solid: isTrusted(cell),
      isApart: cellJudgement(cell)?.grade === 'not-usable',
      isCarried: isCarried(sweep, cell, over),
      isKnee: cell.isKnee,
      isKneeEnd: cell.isKneeEnd,
      facts: [
        { name: t('sweep.cell'), value: cellName(cell.cell, sweep, t) },
        ...throughputFacts(cell, t),
        ...latencies.map((latency, index) => ({
          name: `${statisticName(percentiles[index] ?? null, t)} ${t(`charts.metric.${metric}`)}`,
          value: withInterval(latency, (ms) => formatFigure(metric, ms, unit)),
        })),
        ...(throughput.runs > 1 ? [{ name: t('sweep.runs'), value: String(throughput.runs) }] : []),
      ],
    },
  ]
}

/** A search for capacity names the highest load that it holds. */
function isCarried(sweep: Sweep, cell: CellResult, over: CellCurve['over']): boolean {
  if (isCapacitySearch(sweep)) return cell.isKnee
  const load = offeredLoad(cell, over) ?? Infinity
  return carriedLoad({ load, runs: cellRuns(cell) }, sweep.plan.limits).isCarried === true
}

function drawnFigure(figure: MergedEstimate): PlotValue {
  return { value: figure.value, interval: figure.interval }
}

function throughputFacts(cell: CellResult, t: Translate) {
  const [run] = cellRuns(cell)
  if (run === undefined) return []
  return taskOf(run.config).throughputs.map((name) => ({
    name: t(`metrics.${name}.axis`),
    value: withInterval(cellThroughput(cell, name), formatNumber),
  }))
}

/** `12.0 (11.2 – 12.9)` */
function withInterval(
  figure: MergedEstimate | null,
  format: (value: number | null) => string,
): string {
  const value = format(figure?.value ?? null)
  if (!figure?.interval) return value
  return `${value} (${format(figure.interval.low)} – ${format(figure.interval.high)})`
}

/** `usual` is the median with the highest percentile below the maximum. */
export type StatisticChoice = 'usual' | 'mean' | `p${number}`

/** The statistics of a latency in a sweep: the mean, and the percentiles requested for its runs. */
export function statisticName(percentile: number | null, t: Translate): string {
  return percentile === null ? t('charts.mean') : `p${percentile}`
}

/** Percentiles, ascending, always including the median. */
export function knownPercentiles(runs: readonly Pick<Run, 'config'>[]): number[] {
  const asked = runs.flatMap(({ config }) => config.metricPercentiles)
  return [...new Set([50, ...asked])].sort((a, b) => a - b)
}

/** Percentiles of a choice; null for the mean. */
export function chosenPercentiles(
  choice: StatisticChoice,
  known: readonly number[],
): readonly (number | null)[] {
  if (choice === 'mean') return [null]
  if (choice !== 'usual') return [Number(choice.slice(1))]
  const highest = known.findLast((percentile) => percentile > 50 && percentile < 100)
  return highest === undefined ? [50] : [50, highest]
}

export function statisticOptions(known: readonly number[], t: Translate) {
  const usual = chosenPercentiles('usual', known).map((percentile) => statisticName(percentile, t))
  return [
    ...(usual.length > 1 ? [{ value: 'usual' as const, label: usual.join(' + ') }] : []),
    ...known.map((percentile) => ({ value: `p${percentile}` as const, label: `p${percentile}` })),
    { value: 'mean' as const, label: t('charts.mean') },
  ]
}
