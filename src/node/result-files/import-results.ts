// Imports results of other clients and earlier days into the database.
import { createHash, randomUUID } from 'node:crypto'
import type { ImportProblem } from '#contract/import-report.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { readResult, type ReadResult } from '#core/result-file/read-result.ts'
import { contentOf, resultText } from '#core/result-file/result-text.ts'
import { splitResults, type WrittenResult } from '#core/result-file/split-results.ts'
import type { ImportReport } from '#node/result-files/bundle-intake.ts'
import type { Database } from '#node/storage/database.ts'
import { findImportedRun, saveImportedResult } from '#node/storage/imported-results.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { findRun, saveRun } from '#node/storage/runs.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { importNameOf } from '#core/model/run/run-name.ts'
import type { Run } from '#core/model/run/run.ts'

type ResultFile = Readonly<{
  /** File name without its folder. */
  name: string
  text: string
}>

export function importResults(
  database: Database,
  file: ResultFile,
  nowEpochMs: number,
): ImportReport {
  const report: ImportReport = {
    fileName: file.name,
    imported: [],
    known: [],
    sweeps: [],
    problems: [],
  }
  let line = 1
  try {
    for (const written of splitResults(file.text)) {
      line = written.line
      importOne(database, written, { report, nowEpochMs })
      requireResults(report)
    }
  } catch (error) {
    // Content before a truncation is kept.
    report.problems.push(problemOf(error, line))
  }
  if (isEmpty(report)) report.problems.push(nothingInIt)
  return report
}

/** More than a file's results: otherwise the wrong kind of file would be reported piece by piece. */
const mostProblems = 100

function requireResults({ imported, known, problems }: ImportReport): void {
  if (problems.length < mostProblems + imported.length + known.length) return
  throw new AppError('invalid-input', message('files.mostlyNoResult'), {
    remedy: chooseAnother,
  })
}

type Import = Readonly<{ report: ImportReport; nowEpochMs: number }>

function importOne(
  database: Database,
  written: WrittenResult,
  { report, nowEpochMs }: Import,
): void {
  try {
    const contentHash = hashOf(written)
    const known = findRun(database, findImportedRun(database, contentHash) ?? '')
    if (known !== null) return void report.known.push(known)
    const { fileName } = report
    const { run, records } = importedRun(readResult(written), { fileName, contentHash, nowEpochMs })
    database.transaction(() => {
      saveRun(database, run)
      saveImportedResult(database, { runId: run.id, contentHash, text: resultText(written) })
      appendRecords(database, run.id, records)
    })()
    report.imported.push(run)
  } catch (error) {
    report.problems.push(problemOf(error, written.line))
  }
}

function hashOf({ text }: WrittenResult): string {
  return createHash('sha256').update(contentOf(text)).digest('hex')
}

/** Other errors are bugs in this program. */
function problemOf(error: unknown, line: number): ImportProblem {
  if (!(error instanceof AppError)) throw error
  return { line, ...error.content }
}

function isEmpty({ imported, known, problems }: ImportReport): boolean {
  return imported.length + known.length + problems.length === 0
}

const chooseAnother = message('files.resultFile')

const nothingInIt: ImportProblem = {
  line: 1,
  message: message('files.noResult'),
  remedy: chooseAnother,
}

type Circumstances = Readonly<{ fileName: string; contentHash: string; nowEpochMs: number }>

/** A run named after the content of the result, with its origin recorded. */
function importedRun(
  result: ReadResult,
  { fileName, contentHash, nowEpochMs }: Circumstances,
): { run: Run; records: readonly RequestRecord[] } {
  const { config, knownFields, summary, backend, details, finishedAtEpochMs } = result
  const startedAtEpochMs =
    finishedAtEpochMs === null ? null : finishedAtEpochMs - summary.durationS * 1000
  const run: Run = {
    id: randomUUID(),
    name: importNameOf({ config, fileName, knownFields }).slice(0, longestName),
    tags: [],
    notes: '',
    status: result.isInterrupted ? 'cancelled' : 'completed',
    config,
    baseUrl: knownFields.includes('baseUrl') ? config.baseUrl : null,
    serverName: null,
    facts: null,
    sweepId: null,
    pointIndex: null,
    createdAtEpochMs: startedAtEpochMs ?? nowEpochMs,
    startedAtEpochMs,
    startedAtMonotonicS: result.startedAtMonotonicS,
    plannedRequests: summary.completed + (summary.failed ?? 0),
    summary,
    failure: null,
    clientVersion: null,
    launch: null,
    imported: {
      fileName,
      contentHash,
      importedAtEpochMs: nowEpochMs,
      backend,
      knownFields: [...knownFields],
      requests: details,
      tool: result.tool,
    },
  }
  return { run, records: result.records }
}

const longestName = 200
