// Runs as a table for a spreadsheet: one line per run or load point, with every number of its summary.
import { scalarOf, scalarsWith } from '../../metrics/scalar-names.ts'
import { shownScalar } from '#core/stats/scalar-values.ts'
import { scalars } from '../../metrics/scalars.ts'
import {
  type ReportableMetricName,
  reportableMetricNames,
  shownLatencies,
  statisticName,
} from '#core/metrics/latencies.ts'
import { writtenColumn } from '#core/metrics/written-form.ts'
import type { BenchmarkField } from '#core/flags/benchmark-fields.ts'
import type { MetricStats } from '../../model/run/metric-stats.ts'
import type { Run } from '../../model/run/run.ts'
import { isKnown } from '../../model/run/import-source.ts'
import { definitionsText } from '#core/stats/tool-definitions.ts'
import { type CsvColumn, csvText, type CsvValue } from '../../documents/csv.ts'
import { utcText } from '#core/base/local-time.ts'
import type { MeasuredRun } from '../../model/run/measured-run.ts'
import { percentileText } from '../console/reported-metrics.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { scalarApplies } from '#core/compare/comparable-figures.ts'
import { recordedInterval, wholeRunFigure } from '#core/judgement/known-figures.ts'
import type { ClientHealth } from '#core/model/run/client-health.ts'
import {
  clientVerdict,
  type ClientVerdict,
  type MonitoredRun,
} from '#core/judgement/client-verdict.ts'

/** Run measured here, or an imported one with fewer known fields. */
type TabledRun = Pick<MeasuredRun, 'config' | 'summary'> &
  Readonly<{ startedAtEpochMs: number | null; imported?: Run['imported'] }>

type Column = CsvColumn<TabledRun>

/** Empty if an imported file does not state the setting. */
function asked(field: BenchmarkField, cell: Column['cell']): Column['cell'] {
  return (run) => (isKnown({ imported: run.imported ?? null }, field) ? cell(run) : null)
}

function finishedAt({ startedAtEpochMs, summary }: TabledRun): CsvValue {
  return startedAtEpochMs === null ? null : utcText(startedAtEpochMs + summary.durationS * 1000)
}

/** Omits our own metrics that no run has. */
function headColumns(runs: readonly TabledRun[]): readonly Column[] {
  const known = scalarsWith('csv').filter(
    (name) =>
      (scalarOf(name).file?.isOwn !== true && scalarOf(name).sampled === undefined) ||
      runs.some(({ summary }) => summary[name] !== null),
  )
  const scalarColumns = known.map((name) => ({
    name: scalars[name].csv,
    cell: ({ summary }: TabledRun) => shownScalar(name, summary),
  }))
  return [...askedColumns, ...scalarColumns]
}

const askedColumns: readonly Column[] = [
  { name: 'finished_at', cell: finishedAt },
  { name: 'model', cell: ({ config }) => config.model },
  { name: 'backend', cell: ({ config, imported }) => imported?.backend ?? config.backend },
  { name: 'dataset', cell: asked('datasetName', ({ config }) => config.datasetName) },
  { name: 'request_rate', cell: asked('requestRate', ({ config }) => config.requestRate) },
  { name: 'max_concurrency', cell: asked('maxConcurrency', ({ config }) => config.maxConcurrency) },
  { name: 'num_prompts', cell: asked('numPrompts', ({ config }) => config.numPrompts) },
]

/** Further columns, before and after the columns that every run has. */
type FurtherColumns<Row> = Readonly<{
  before: readonly CsvColumn<Row>[]
  after: readonly CsvColumn<Row>[]
}>

/** Each percentile of any run has a column; a run without it has an empty cell. */
export function runsCsv<Row extends TabledRun>(
  runs: readonly Row[],
  { before, after }: FurtherColumns<Row> = { before: [], after: [] },
): string {
  return csvText([...before, ...headColumns(runs), ...figureColumns(runs), ...after], runs)
}

/** Same columns as one record, without empty values. */
export function runFigures(run: TabledRun): Record<string, CsvValue> {
  return Object.fromEntries(
    [...headColumns([run]), ...figureColumns([run])].flatMap(({ name, cell }) => {
      const value = cell(run)
      return value === null ? [] : [[name, value]]
    }),
  )
}

function figureColumns(runs: readonly TabledRun[]): Column[] {
  const percentiles = [...new Set(runs.flatMap(({ config }) => config.metricPercentiles))]
  const ascending = percentiles.toSorted((a, b) => a - b)
  return [
    ...shownLatencies(reportableMetricNames, (name) =>
      runs.some((run) => statsOf(run, name) !== undefined),
    ).flatMap((name) => metricColumns(name, ascending)),
    ...clientColumns,
    ...intervalColumns(runs),
    ...(runs.some(({ imported }) => imported?.tool) ? toolColumns : []),
  ]
}

/** Shown only if another benchmark measured a run, because it may define these metrics differently. */
const toolColumns: readonly Column[] = [
  {
    name: 'measured_by',
    cell: ({ imported }) =>
      imported?.tool ? [imported.tool.name, imported.tool.version ?? ''].join(' ').trim() : null,
  },
  {
    name: 'definitions',
    cell: ({ imported }) => (imported?.tool ? definitionsText(imported.tool.name) : null),
  },
]

function metricColumns(
  name: ReportableMetricName,
  percentiles: readonly number[],
): readonly Column[] {
  return [
    statisticColumn(name, { statistic: 'mean', of: ({ mean }) => mean }),
    statisticColumn(name, { statistic: 'median', of: ({ median }) => median }),
    statisticColumn(name, { statistic: 'std', of: ({ std }) => std }),
    ...percentiles.map((percentile) =>
      statisticColumn(name, {
        statistic: `p${percentileText(percentile)}`,
        of: (stats) => stats.percentiles.find((entry) => entry.percentile === percentile)?.value,
      }),
    ),
  ]
}

function statisticColumn(
  metric: ReportableMetricName,
  {
    statistic,
    of,
  }: Readonly<{ statistic: string; of: (stats: MetricStats) => number | null | undefined }>,
): Column {
  const { name, valueOf } = writtenColumn(metric, statistic)
  return {
    name,
    cell: (run) => {
      const stats = statsOf(run, metric)
      const ms = stats === undefined ? null : (of(stats) ?? null)
      return ms === null ? null : valueOf(ms)
    },
  }
}

/** Undefined if no request has a value. */
function statsOf({ summary }: TabledRun, name: ReportableMetricName): MetricStats | undefined {
  const stats = summary.metrics[name]
  return stats?.count === 0 ? undefined : stats
}

type Row = Pick<MeasuredRun, 'config' | 'summary'>
type End = keyof Interval

/** Ends of 95 % intervals, for each metric with an interval in any run: `NAME_low`, `NAME_high`. */
function intervalColumns(runs: readonly Row[]): CsvColumn<Row>[] {
  return [...scalarColumns(runs), ...latencyColumns(runs)]
}

function scalarColumns(runs: readonly Row[]): CsvColumn<Row>[] {
  return scalarsWith('compared').flatMap((name) => {
    const intervalOf = ({ config, summary }: Row) =>
      scalarApplies(name, config) ? (wholeRunFigure(summary, name)?.interval ?? null) : null
    const { csv } = scalarOf(name)
    const isKnown = csv !== undefined && runs.some((run) => intervalOf(run) !== null)
    return isKnown ? bothEnds(csv, (run, end) => intervalOf(run)?.[end] ?? null) : []
  })
}

function latencyColumns(runs: readonly Row[]): CsvColumn<Row>[] {
  const figures = runs.flatMap(({ summary }) => summary.certainty?.figures ?? [])
  const columns = new Map(
    figures.map((figure) => {
      const column = writtenColumn(figure.metric, statisticName(figure.percentile))
      return [column.name, { figure, valueOf: column.valueOf }]
    }),
  )
  return [...columns].flatMap(([name, { figure, valueOf }]) =>
    bothEnds(name, ({ summary }, end) => {
      const ms = recordedInterval(summary, figure)?.[end] ?? null
      return ms === null ? null : valueOf(ms)
    }),
  )
}

function bothEnds(name: string, cell: (run: Row, end: End) => number | null): CsvColumn<Row>[] {
  return (['low', 'high'] as const).map((end) => ({
    name: `${name}_${end}`,
    cell: (run) => cell(run, end),
  }))
}

type ClientColumn = CsvColumn<MonitoredRun>

/** Empty if the client was not monitored, as in imported runs. */
const clientColumns: readonly ClientColumn[] = [
  judged('client_verdict', ({ grade }) => grade),
  judged('client_decided_by', ({ decidedBy }) => decidedBy.criterion),
  judged('client_decided_value', ({ decidedBy }) => decidedBy.value),
  judged('client_decided_limit', ({ decidedBy }) => decidedBy.limit),
  judged('client_decided_unit', ({ decidedBy }) => decidedBy.unit),
  judged('ttft_error_mean_ms', ({ error }) => error?.ttftMeanMs ?? null),
  judged('ttft_error_p99_ms', ({ error }) => error?.ttftP99Ms ?? null),
  judged('itl_error_p99_ms', ({ error }) => error?.itlP99Ms ?? null),
  seen('send_lag_p50_ms', ({ sendLagP50Us }) => inMs(sendLagP50Us)),
  seen('send_lag_p99_ms', ({ sendLagP99Us }) => inMs(sendLagP99Us)),
  seen('send_lag_max_ms', ({ sendLagMaxUs }) => inMs(sendLagMaxUs)),
  seen('pace_error_p50_ms', ({ paceErrorP50Us = null }) => inMs(paceErrorP50Us)),
  seen('pace_error_p99_ms', ({ paceErrorP99Us = null }) => inMs(paceErrorP99Us)),
  seen('pace_error_max_ms', ({ paceErrorMaxUs = null }) => inMs(paceErrorMaxUs)),
  seen('read_lag_mean_ms', ({ readLagMeanUs }) => inMs(readLagMeanUs)),
  seen('read_lag_p99_ms', ({ readLagP99Us }) => inMs(readLagP99Us)),
  seen('late_read_share', ({ lateReadShare }) => lateReadShare),
  seen('rate_kept_share', ({ keptRateShare }) => keptRateShare),
  seen('loop_delay_p99_ms', ({ loopDelayP99Us }) => inMs(loopDelayP99Us)),
  seen('loop_delay_max_ms', ({ loopDelayMaxUs }) => inMs(loopDelayMaxUs)),
  seen('gc_pause_total_ms', ({ gcPauseTotalUs }) => inMs(gcPauseTotalUs)),
  seen('gc_pause_max_ms', ({ gcPauseMaxUs }) => inMs(gcPauseMaxUs)),
  seen('client_cpu_cores', ({ cpuShare }) => cpuShare),
]

function judged(name: string, cell: (verdict: ClientVerdict) => CsvValue): ClientColumn {
  return {
    name,
    cell: (run) => {
      const verdict = clientVerdict(run)
      return verdict === null ? null : cell(verdict)
    },
  }
}

function seen(name: string, cell: (client: ClientHealth) => CsvValue): ClientColumn {
  return {
    name,
    cell: ({ summary: { client } }) => (client === null ? null : cell(client)),
  }
}

function inMs(us: number | null): number | null {
  return us === null ? null : us / 1000
}
