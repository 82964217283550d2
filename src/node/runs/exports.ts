// Exports of runs and sweeps as files: vLLM's result schema, or tables for a spreadsheet.
import type { ExportedFile, ExportFormat } from '#contract/views.ts'
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { arraysOf2026 } from '#core/compat/result-keys.ts'
import type { Run } from '#core/model/run/run.ts'
import type { ImportSource } from '#core/model/run/import-source.ts'
import type { Sweep } from '#core/model/sweep.ts'
import type { MeasuredRunWithRecords } from '#core/model/run/measured-run.ts'
import { finishedAtEpochMs } from '#core/model/run/measured-run.ts'
import { fileNameOf, fileStemOf } from '#core/base/printable.ts'
import { requestsCsv } from '#core/report/csv/requests-csv.ts'
import {
  resultFileName,
  resultJson,
  resultListJson,
  resultPieces,
} from '#core/report/result-file/result-json.ts'
import { runsCsv } from '#core/report/csv/runs-csv.ts'
import { sweepCsv } from '#core/report/sweep-csv.ts'
import { telemetryCsv } from '#core/report/csv/telemetry-csv.ts'
import { llmDReport } from '#core/result-file/write-llm-d.ts'
import { withoutMembers } from '#core/result-file/result-text.ts'
import { asciiText } from '#node/files/make-folder.ts'
import type { Database } from '#node/storage/database.ts'
import { readImportedResult } from '#node/storage/imported-results.ts'
import { readRecords } from '#node/storage/requests.ts'
import { listRuns } from '#node/storage/runs.ts'
import { readTelemetry } from '#node/storage/telemetry.ts'

const jsonType = 'application/json'
const csvType = 'text/csv'

/** Named like vLLM's files. The content of a large result is created piece by piece, each valid until the next one is created. */
type RunExport = Omit<ExportedFile, 'text'> & Readonly<{ content: string | Iterable<Uint8Array> }>

const endings: Readonly<Record<ExportFormat, string>> = {
  json: '.json',
  'json-detailed': '.detailed.json',
  csv: '.csv',
  telemetry: '.telemetry.csv',
  'llm-d': '.benchmark_report.json',
}

/** A file for users: its name is unique among exports, whatever the runs' names and end times. */
export function exportRun(database: Database, run: Run, format: ExportFormat): ExportedFile {
  const { content, mediaType } = runExport(database, run, format)
  const pieces = typeof content === 'string' ? [content] : Array.from(content, asciiText)
  const fileName = `${fileStemOf(run)}${endings[format]}`
  return { fileName, mediaType, text: pieces.join('') }
}

export function runExport(database: Database, run: Run, format: ExportFormat): RunExport {
  if (format === 'telemetry') return exportTelemetry(database, run)
  if (format === 'llm-d') return exportLlmD(run)
  const result = run.imported && readImportedResult(database, run.id)
  if (run.imported !== null && result !== null) {
    return exportImported(database, { run, source: run.imported, result }, format)
  }
  const measured = measuredRun(database, run)
  if (measured === null) {
    throw new AppError('not-found', message('files.nothingMeasured', { name: run.name }))
  }
  const fileName = oneName(resultFileName(measured.config, finishedAtEpochMs(measured)))
  if (format === 'csv') {
    const content = requestsCsv(measured.records)
    return { fileName: fileName.replace(/\.json$/, '.csv'), mediaType: csvType, content }
  }
  const content = resultPieces(measured, { detailed: format === 'json-detailed' })
  return { fileName, mediaType: jsonType, content }
}

function exportTelemetry(
  database: Database,
  { id, name, config, startedAtEpochMs }: Run,
): RunExport {
  const { sources } = readTelemetry(database, id)
  if (startedAtEpochMs === null || sources.length === 0) {
    throw appError('not-found', 'files.nothingSampled', { name })
  }
  const fileName = oneName(resultFileName(config, startedAtEpochMs)).replace(
    /\.json$/,
    '.telemetry.csv',
  )
  return { fileName, mediaType: csvType, content: telemetryCsv(sources, startedAtEpochMs) }
}

function exportLlmD(run: Run): RunExport {
  const { summary, name, config, createdAtEpochMs } = run
  if (summary === null) throw new AppError('not-found', message('files.nothingMeasured', { name }))
  const fileName = oneName(resultFileName(config, createdAtEpochMs))
  return {
    fileName: fileName.replace(/\.json$/, '.benchmark_report.json'),
    mediaType: jsonType,
    content: llmDReport({ ...run, summary }),
  }
}

/** A label or model name in a bundle must not lead to another folder, on any system. */
function oneName(fileName: string): string {
  return fileName.replace(/[\\/:\p{Cc}]/gu, '-')
}

type ResultFormat = Exclude<ExportFormat, 'telemetry' | 'llm-d'>

type ImportedRun = Readonly<{ run: Run; source: ImportSource; result: string }>

/** The original imported result, and tables of its content. */
function exportImported(
  database: Database,
  { run, source, result: text }: ImportedRun,
  format: ResultFormat,
): RunExport {
  const stem = source.fileName.replace(/(\.pytorch)?\.jsonl?$/, '')
  if (format === 'csv') {
    const table = importedCsv(database, { run, source })
    return { fileName: `${fileNameOf(stem)}.csv`, mediaType: csvType, content: table }
  }
  return {
    fileName: `${fileNameOf(stem)}.json`,
    mediaType: jsonType,
    content: format === 'json' ? withoutMembers(text, arraysOf2026) : text,
  }
}

/** A line per request if the file contains requests, otherwise one for the run. */
function importedCsv(database: Database, { run, source }: Omit<ImportedRun, 'result'>): string {
  const { summary } = run
  if (source.requests === 'none') return summary === null ? '' : runsCsv([{ ...run, summary }])
  return requestsCsv(readRecords(database, run.id), { timed: source.requests === 'times' })
}

/** Last attempt at each point. Points without a measurement have no line. */
export function exportSweep(
  database: Database,
  sweep: Sweep,
  format: 'json' | 'csv',
): ExportedFile {
  const counted = new Set(sweep.points.map(({ runId }) => runId))
  const runs = listRuns(database, { text: '', sweepId: sweep.id })
    .filter(({ id }) => counted.has(id))
    .toSorted((a, b) => (a.pointIndex ?? 0) - (b.pointIndex ?? 0))
  const fileName = `${fileStemOf({ id: sweep.id, name: sweep.plan.name })}.${format}`
  if (format === 'csv') return { fileName, mediaType: csvType, text: sweepCsv(sweep, runs) }
  const results = runs
    .flatMap((run) => measuredRun(database, run) ?? [])
    .map((run) => resultJson(run, { detailed: false }))
  return { fileName, mediaType: jsonType, text: resultListJson(results) }
}

/** Null for a run that ended before it measured anything. */
export function measuredRun(database: Database, run: Run): MeasuredRunWithRecords | null {
  const { config, summary, startedAtEpochMs, startedAtMonotonicS } = run
  if (summary === null || startedAtEpochMs === null || startedAtMonotonicS === null) return null
  return {
    config,
    summary,
    startedAtEpochMs,
    startedAtMonotonicS,
    cancelled: run.status === 'cancelled',
    records: readRecords(database, run.id),
  }
}
