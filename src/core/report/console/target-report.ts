// Measurements per server for a run on several servers, printed after its report and written to its file.
import { contentsOf } from '../../compat/compat-profile-of.ts'
import { targetLatencies } from '../../model/run/target-summary.ts'
import type { MeasuredRun, MeasuredRunWithRecords } from '../../model/run/measured-run.ts'
import { float, type PythonEntry, type PythonValue } from '../result-file/python-json.ts'
import { statsEntries } from '../result-file/stats-entries.ts'
import { targetColumns, type TargetRow, targetRows } from '../../documents/target-table.ts'
import { textTable } from '../../documents/table.ts'
import { banner, footer } from './report-layout.ts'

type PrintedRun = Pick<MeasuredRun, 'config' | 'summary'>

/** Null for one server, and if the client of the compatibility profile supports only one. No newline at the end. */
export function targetReport(run: PrintedRun): string | null {
  const rows = reportedRows(run)
  if (rows.length === 0) return null
  const title = ` URLs, ${run.config.urlStrategy} (ms) `
  return [banner(title, '='), textTable(targetColumns(rows), rows), footer].join('\n')
}

export function targetEntries(run: PrintedRun): readonly PythonEntry[] {
  const rows = reportedRows(run)
  if (rows.length === 0) return []
  return [
    ['url_strategy', run.config.urlStrategy],
    ['per_url_metrics', rows.map(targetObject)],
  ]
}

/** Index of the URL per request, from 0; null for a request that was not sent. */
export function targetIndexEntries({ records }: MeasuredRunWithRecords): readonly PythonEntry[] {
  if (!records.some(({ target }) => target !== undefined)) return []
  return [['url_indices', records.map(({ target }) => target ?? null)]]
}

function targetObject(row: TargetRow): Map<string, PythonValue> {
  return new Map<string, PythonValue>([
    ['url', row.url],
    ['requests', row.requests],
    ['share', float(row.share)],
    ['completed', row.completed],
    ['failed', row.failed],
    ['rejected', row.rejected],
    ['rejected_attempts', row.rejectedAttempts],
    ['total_input_tokens', row.inputTokens],
    ['total_output_tokens', row.outputTokens],
    ['request_throughput', float(row.requestThroughput)],
    ['output_throughput', float(row.outputThroughput)],
    ...targetLatencies
      .filter((name) => row[name].count !== 0)
      .flatMap((name) => statsEntries(name, row[name])),
  ])
}

function reportedRows({ config, summary }: PrintedRun): readonly TargetRow[] {
  return contentsOf(config).keys.includes('[targets]') ? targetRows({ config, summary }) : []
}
