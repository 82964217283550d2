// Rows of a sweep's table as plain text: a run, or the mean of the repeats of a cell.
import { genuineFailures } from '../stats/genuine-failures.ts'
import { countedRuns, judgePoint } from '#core/judgement/judge-point.ts'
import { keptThroughput } from '#core/judgement/kept-throughput.ts'
import { message, type Text } from '#core/messages/message.ts'
import { pointText } from '#core/judgement/reason-text.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { type LoadUnit, heldBy } from '#core/traits/load-traits.ts'
import { latencyLabels, type MetricName, statisticName } from '#core/metrics/latencies.ts'
import { scalarsWith, type ScalarWith } from '../metrics/scalar-names.ts'
import { figureTraits, type FigureName } from '../metrics/figures.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import { figureOf } from '../stats/figure-of.ts'
import { tailPercentile } from '../stats/tail-percentiles.ts'
import { settingValues } from '../sweep/configurations.ts'
import { figureText } from './figure-text.ts'
import { limitsText } from './limits-text.ts'
import { requestedHead, steadyHead, unfailedColumns } from './sweep-table.ts'
import type { Column } from './table.ts'
import { latencyLimits } from '../sweep/limits.ts'

export type SweepTextRow = Readonly<{
  point: SweepPoint
  /** Measured runs: one, or the repeats of a cell. */
  runs: readonly Readonly<{ config: BenchmarkConfig; summary: RunSummary }>[]
}>

/** Columns with the same value in every row are omitted. */
export function sweepColumns({
  plan,
  servers,
}: Pick<Sweep, 'plan' | 'servers'>): readonly Column<SweepTextRow>[] {
  const hasLimits = plan.limits.length > 0
  const hasConcurrencies =
    plan.search?.over === 'maxConcurrency' || plan.maxConcurrencies.some((limit) => limit !== null)
  return [
    ...(servers.length > 1 ? [serverColumn(servers)] : []),
    ...plan.axes.map((axis, position) => axisColumn(axis, position)),
    {
      head: requestedHead(plan.config),
      cell: ({ point }) => String(rounded(point.requestRate)),
    },
    ...(hasConcurrencies ? [concurrencyColumn(heldBy(plan.config))] : []),
    scalarColumn('requestThroughput'),
    {
      head: [message('tables.failed'), ''],
      cell: ({ runs }) => mean(runs, ({ summary }) => genuineFailures(summary))?.toFixed(0) ?? '–',
    },
    ...unfailedColumns([plan.config]).map(({ name, head }) => ({
      head,
      cell: ({ runs }: SweepTextRow) =>
        mean(runs, ({ summary }) => summary[name] ?? 0)?.toFixed(0) ?? '–',
    })),
    ...scalarsWith('column')
      .filter((name) => name !== 'requestThroughput')
      .map(scalarColumn),
    ...shownMetrics(plan).flatMap((metric) => tailColumns(metric, plan)),
    { head: ['', message('tables.verdict')], align: 'left', cell: verdictText },
    ...(hasLimits
      ? [{ head: ['', message('tables.limits')], align: 'left' as const, cell: limitsCell(plan) }]
      : []),
  ]
}

function concurrencyColumn(held: LoadUnit): Column<SweepTextRow> {
  return {
    head: [message(`tables.held.${held}`), message('tables.atMost')],
    cell: ({ point }) =>
      point.maxConcurrency === null ? message('tables.none') : String(point.maxConcurrency),
  }
}

function serverColumn(servers: Sweep['servers']): Column<SweepTextRow> {
  return {
    head: ['', message('tables.server')],
    align: 'left',
    cell: ({ point }) => servers[point.server]?.name ?? '',
  }
}

function axisColumn(
  { name, settings }: Sweep['plan']['axes'][number],
  position: number,
): Column<SweepTextRow> {
  return {
    head: ['', name],
    align: 'left',
    cell: ({ point }) => {
      const setting = settings[point.settings[position] ?? 0]
      return setting === undefined ? '' : settingValues(setting)
    },
  }
}

function limitsCell({ limits }: Sweep['plan']): Column<SweepTextRow>['cell'] {
  return ({ runs }) => limitsText(limits, countedRuns(runs))
}

type ValueOf = (run: SweepTextRow['runs'][number]) => number | null

function figureCell(name: FigureName, valueOf: ValueOf): Column<SweepTextRow>['cell'] {
  return ({ runs }) => figureText(name, mean(runs, valueOf))
}

function scalarColumn(name: ScalarWith<'column'>): Column<SweepTextRow> {
  const valueOf: ValueOf = (run) => keptThroughput(run, name)
  return { head: steadyHead(name), cell: figureCell(name, valueOf) }
}

function mean(runs: SweepTextRow['runs'], valueOf: ValueOf): number | null {
  const values = countedRuns(runs).flatMap((run) => valueOf(run) ?? [])
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length
}

/** TTFT, TPOT, and other latencies with limits. */
function shownMetrics({ limits }: Sweep['plan']): MetricName[] {
  const limited = latencyLimits(limits).map(({ name }) => name)
  return [...new Set<MetricName>(['ttft', 'tpot', ...limited])]
}

/** Percentile of the limit; without one, the highest requested percentile. */
function tailColumns(
  metric: MetricName,
  { limits, config }: Sweep['plan'],
): readonly Column<SweepTextRow>[] {
  const limited = limits.flatMap(({ name, percentile }) =>
    name === metric ? (percentile ?? []) : [],
  )
  const tail = limited[0] ?? tailPercentile(config.metricPercentiles)
  if (tail === null) return []
  return [
    {
      head: [`${statisticName(tail)} ${latencyLabels[metric]}`, figureTraits[metric].unit],
      cell: figureCell(metric, ({ summary: { metrics } }) => figureOf(metrics[metric], tail)),
    },
  ]
}

function verdictText({ point, runs }: SweepTextRow): Text {
  return runs.length === 0 ? message(`tables.${point.status}`) : pointText(judgePoint(runs))
}

function rounded(rate: number | 'inf'): number | 'inf' {
  return rate === 'inf' ? rate : Number(rate.toPrecision(4))
}
