// Runs as a table for a spreadsheet: one line per run or load point, every number of its summary.
import { reportableMetricNames, type ReportableMetricName } from '../model/fields/report-fields.ts'
import { csvText, type CsvColumn } from './csv.ts'
import { localIsoText } from './local-time.ts'
import { finishedAtEpochMs, type MeasuredRun } from './measured-run.ts'
import { percentileText } from './reported-metrics.ts'

type Column = CsvColumn<MeasuredRun>

const headColumns: readonly Column[] = [
  { name: 'finished_at', cell: (run) => localIsoText(finishedAtEpochMs(run)) },
  { name: 'model', cell: ({ config }) => config.model },
  { name: 'backend', cell: ({ config }) => config.backend },
  { name: 'dataset', cell: ({ config }) => config.datasetName },
  { name: 'request_rate', cell: ({ config }) => config.requestRate },
  { name: 'max_concurrency', cell: ({ config }) => config.maxConcurrency },
  { name: 'num_prompts', cell: ({ config }) => config.numPrompts },
  { name: 'duration_s', cell: ({ summary }) => summary.durationS },
  { name: 'completed', cell: ({ summary }) => summary.completed },
  { name: 'failed', cell: ({ summary }) => summary.failed },
  { name: 'total_input_tokens', cell: ({ summary }) => summary.totalInputTokens },
  { name: 'total_output_tokens', cell: ({ summary }) => summary.totalOutputTokens },
  { name: 'request_throughput', cell: ({ summary }) => summary.requestThroughput },
  { name: 'request_goodput', cell: ({ summary }) => summary.requestGoodput },
  { name: 'output_throughput', cell: ({ summary }) => summary.outputThroughput },
  { name: 'total_token_throughput', cell: ({ summary }) => summary.totalTokenThroughput },
  { name: 'max_output_tokens_per_s', cell: ({ summary }) => summary.maxOutputTokensPerS },
  { name: 'peak_concurrency', cell: ({ summary }) => summary.peakConcurrency },
]

/** Percentiles any of the runs has get a column each; a run without one leaves its cell empty. */
export function runsCsv(runs: readonly MeasuredRun[]): string {
  const percentiles = [...new Set(runs.flatMap(({ config }) => config.metricPercentiles))]
  const ascending = percentiles.toSorted((a, b) => a - b)
  return csvText(
    [...headColumns, ...reportableMetricNames.flatMap((name) => metricColumns(name, ascending))],
    runs,
  )
}

function metricColumns(
  name: ReportableMetricName,
  percentiles: readonly number[],
): readonly Column[] {
  return [
    { name: `mean_${name}_ms`, cell: ({ summary }) => summary.metrics[name]?.mean ?? null },
    { name: `median_${name}_ms`, cell: ({ summary }) => summary.metrics[name]?.median ?? null },
    { name: `std_${name}_ms`, cell: ({ summary }) => summary.metrics[name]?.std ?? null },
    ...percentiles.map((percentile) => percentileColumn(name, percentile)),
  ]
}

function percentileColumn(name: ReportableMetricName, percentile: number): Column {
  return {
    name: `p${percentileText(percentile)}_${name}_ms`,
    cell: ({ summary }) =>
      summary.metrics[name]?.percentiles.find((entry) => entry.percentile === percentile)?.value ??
      null,
  }
}
