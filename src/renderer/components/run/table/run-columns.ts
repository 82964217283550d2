// The numbers of runs as columns of a table, for all runs and for a sweep's points.
import { lengthDifferences } from '#core/compare/load-differences.ts'
import { figureTraits } from '#core/metrics/figures.ts'
import { scalarOf, scalarsWith } from '#core/metrics/scalar-names.ts'
import {
  columnLatencies,
  type ColumnLatency,
  shownLatencies,
  statisticName,
} from '#core/metrics/latencies.ts'
import type { RunSummaryRow } from '#core/model/run/run.ts'
import { remembered } from '#core/model/remembered.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'
import { tailPercentiles } from '#core/stats/tail-percentiles.ts'
import { latencyUnit, exactUnitFor, latencyFormat } from '#core/metrics/latency-unit.ts'
import { formatNumber, formatShare } from '#core/base/numbers.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import type { ExactUnit } from '../../kit/number-in.ts'
import { changeText } from '../../compare/comparison-rows.ts'
import { percentileMs, steadyThroughput } from '../run-numbers.ts'

type RunNumber = Readonly<{ id: string; value: (run: RunSummaryRow) => number | null }>

type LatencyNumber = RunNumber & Readonly<{ metric: ColumnLatency; statistic: string }>

const throughputs = scalarsWith('column').map((name) => ({
  id: name,
  value: (run: RunSummaryRow) => steadyThroughput(run, name),
}))

const shares = scalarsWith('shareColumn').map((name) => ({
  id: name,
  value: ({ summary }: RunSummaryRow) => summary?.[name] ?? null,
}))

/** Created once, so that their caches persist. */
const latencies = new Map<string, LatencyNumber>()

function latencyNumber(metric: ColumnLatency, percentile: number): LatencyNumber {
  const statistic = statisticName(percentile)
  const id = `${metric}-${statistic}`
  const known = latencies.get(id)
  if (known !== undefined) return known
  // A long table reads the same numbers at every keystroke of a search.
  const value = remembered((run: RunSummaryRow) => percentileMs(run, { metric, percentile }))
  const made = { id, value, metric, statistic }
  latencies.set(id, made)
  return made
}

/** Value of a column; null if it is not a number of a run. */
export function runNumber(id: string): RunNumber | null {
  const [, name, percentile] = /^(\w+)-p(\d+(?:\.\d+)?)$/.exec(id) ?? []
  const metric = columnLatencies.find((each) => each === name)
  if (metric !== undefined) return latencyNumber(metric, Number(percentile))
  return [...throughputs, ...shares].find((scalar) => scalar.id === id) ?? null
}

export type RunColumn = RunNumber &
  Readonly<{
    head: string
    /** Second line of the header: the statistic and the unit. */
    detail: string
    format: (value: number | null | undefined) => string
    /** Unit of the exact value. */
    unit: ExactUnit
  }>

/** Change of each figure from the baseline; empty if the loads differ, or if a run's figures are not usable. */
export function changesFrom(
  base: RunSummaryRow | null,
  run: RunSummaryRow,
): (column: RunNumber) => string {
  if (base === null || base.id === run.id || !hasSameLoad(base, run)) return () => ''
  if ([base, run].some(({ judgement }) => judgement?.grade === 'not-usable')) return () => ''
  return ({ value }) => {
    const [before, after] = [value(base), value(run)]
    return before && after !== null ? changeText(after / before - 1) : ''
  }
}

/** Only for the settings in the row; a full comparison covers every flag. */
function hasSameLoad(one: RunSummaryRow, other: RunSummaryRow): boolean {
  const fields = ['backend', 'requestRate', 'maxConcurrency'] as const
  const [base, summary] = [one.summary, other.summary]
  if (base === null || summary === null) return false
  return (
    fields.every((field) => one.config[field] === other.config[field]) &&
    lengthDifferences({ summary: base }, { summary }).length === 0
  )
}

/** Percentiles that the runs were started with. */
export function usualTails(runs: readonly RunSummaryRow[]): readonly number[] {
  return tailPercentiles(runs.map(({ config }) => config.metricPercentiles))
}

/** Width of a column in pixels: its longer line, with space for the sort arrow. */
export function headWidth({ head, detail }: Pick<RunColumn, 'head' | 'detail'>): number {
  const longest = Math.max(...[head, detail].map(lineWidth))
  return Math.max(68, Math.ceil(longest) + 22)
}

function lineWidth(line: string): number {
  return [...line].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12.5 : 6.7), 0)
}

/** Throughput, then the median of each latency and `tails`, then shares that some run has. */
export function runColumns(
  runs: readonly RunSummaryRow[],
  t: Translate,
  tails: readonly number[] = usualTails(runs),
): RunColumn[] {
  return [
    ...throughputs.map((number) => ({ ...number, ...throughputHead(number.id, t) })),
    ...shownLatencies(columnLatencies, (metric) =>
      runs.some(({ summary }) => summary !== null && summary.metrics[metric].count !== 0),
    ).flatMap((metric) => {
      const numbers = [50, ...tails].map((percentile) => latencyNumber(metric, percentile))
      return latencyColumns(runs, numbers, t)
    }),
    ...shares
      .filter(({ value }) => runs.some((run) => value(run) !== null))
      .map((number) => {
        const { unit } = scalarOf(number.id)
        const head = { head: t(`metrics.${number.id}.title`), detail: unit, unit }
        return { ...number, ...head, format: unit === '' ? formatShare : formatNumber }
      }),
  ]
}

function latencyColumns(
  runs: readonly RunSummaryRow[],
  numbers: readonly LatencyNumber[],
  t: Translate,
): RunColumn[] {
  const values = numbers.flatMap((number) => runs.map(number.value))
  const unit = latencyUnit(values, numbers[0]?.metric)
  return numbers.map(({ metric, statistic, ...number }) => ({
    ...{ ...number, head: t(`charts.metric.${metric}`), unit: exactUnitFor(unit) },
    ...{ detail: `${statistic} ${unit.symbol}`.trim(), format: latencyFormat(unit) },
  }))
}

/** Header of a throughput's column, for any rows. */
export function throughputHead(
  name: ThroughputName,
  t: Translate,
): Omit<RunColumn, keyof RunNumber> {
  const { unit } = figureTraits[name]
  return { head: t(`metrics.${name}.column`), detail: unit, unit, format: formatNumber }
}
