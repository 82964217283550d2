// Points of a sweep as a plain-text table: load, throughput and latencies, with the knee marked.
import { heldBy, type ConcurrencyChoice } from '#core/traits/load-traits.ts'
import { keptThroughput } from '#core/judgement/kept-throughput.ts'
import { genuineFailures } from '../stats/genuine-failures.ts'
import type { Language } from '../messages/languages.ts'
import { type BenchmarkConfig, mayEnd } from '#core/flags/benchmark-fields.ts'
import { message } from '../messages/message.ts'
import { scalarsWith, type ScalarWith } from '../metrics/scalar-names.ts'
import {
  columnLatencies,
  type ColumnLatency,
  shownLatencies,
  statisticName,
} from '#core/metrics/latencies.ts'
import { figureOf } from '../stats/figure-of.ts'
import { tailPercentile } from '../stats/tail-percentiles.ts'
import { figureText, latencyHead, scalarHead } from './figure-text.ts'
import type { MeasuredRun } from '../model/run/measured-run.ts'
import { type Column, textTable } from './table.ts'

type Row = Readonly<{ run: MeasuredRun; isKnee: boolean }>

/** `kneeIndex` counts from 0; null if there is no knee. */
export function sweepTable(
  runs: readonly MeasuredRun[],
  kneeIndex: number | null,
  language: Language = 'en',
): string {
  return textTable(
    columnsFor(runs),
    runs.map((run, index) => ({ run, isKnee: index === kneeIndex })),
    language,
  )
}

function columnsFor(runs: readonly MeasuredRun[]): readonly Column<Row>[] {
  const latencies = shownLatencies(columnLatencies, (name) =>
    runs.some(({ summary }) => summary.metrics[name].count !== 0),
  )
  const tail = tailPercentile(runs.flatMap(({ config }) => config.metricPercentiles))
  return [
    ...headColumns(runs),
    ...latencies.flatMap((name) => latencyColumns(name, tail)),
    kneeColumn,
  ]
}

const headColumns = (runs: readonly MeasuredRun[]): readonly Column<Row>[] => [
  {
    head: requestedHead(runs[0]?.config),
    cell: ({ run }) =>
      run.config.requestRate === 'inf' ? 'inf' : run.config.requestRate.toFixed(2),
  },
  scalarColumn('requestThroughput'),
  { head: [message('tables.failed'), ''], cell: ({ run }) => String(genuineFailures(run.summary)) },
  ...unfailedColumns(runs.map(({ config }) => config)).map(({ name, head }) => ({
    head,
    cell: ({ run }: Row) => String(run.summary[name] ?? 0),
  })),
  ...scalarsWith('column')
    .filter((name) => name !== 'requestThroughput')
    .map(scalarColumn),
]

/** Requested rate in the unit of the load; without runs, in requests. */
export function requestedHead(config?: ConcurrencyChoice): Column<unknown>['head'] {
  return [
    message('tables.asked'),
    message(`tables.rateUnit.${config ? heldBy(config) : 'inFlight'}`),
  ]
}

/** Rate that the server sustained; the rate of the whole run is called completed. */
export function steadyHead(name: ScalarWith<'column'>): Column<unknown>['head'] {
  const [head, unit] = scalarHead(name)
  return [name === 'requestThroughput' ? message('tables.kept') : head, unit]
}

/** Requests that neither completed nor failed; a column appears only if a run can have such requests. */
export function unfailedColumns(configs: readonly BenchmarkConfig[]) {
  return (['rejected', 'clientCancelled'] as const)
    .filter((name) => configs.some((config) => mayEnd(config, name)))
    .map((name) => ({ name, head: [message(`tables.${name}`), ''] }))
}

const kneeColumn: Column<Row> = {
  head: [],
  align: 'left',
  cell: ({ isKnee }) => (isKnee ? message('tables.knee') : ''),
}

/** Median, and the highest requested percentile. */
function latencyColumns(name: ColumnLatency, tail: number | null): Column<Row>[] {
  return [50, ...(tail === null ? [] : [tail])].map((percentile) => ({
    head: [statisticName(percentile), latencyHead(name)],
    cell: latency(name, percentile),
  }))
}

function scalarColumn(name: ScalarWith<'column'>): Column<Row> {
  return {
    head: steadyHead(name),
    cell: ({ run }) => figureText(name, keptThroughput(run, name)),
  }
}

function latency(name: ColumnLatency, percentile: number): Column<Row>['cell'] {
  return ({ run }) => figureText(name, figureOf(run.summary.metrics[name], percentile))
}
