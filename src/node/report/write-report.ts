// Writes the content of a report.
import { createHash, type KeyObject } from 'node:crypto'
import path from 'node:path'
import { createGzip, gzipSync } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import type { Language } from '#core/messages/languages.ts'
import { inEnglish, message, textIn } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { reportFormats, type ReportFormat } from '#core/model/report-format.ts'
import { requestsOfRunCsv } from '#core/report/csv/requests-csv.ts'
import { resultPieces } from '#core/report/result-file/result-json.ts'
import { shareableRun, shareableSweep } from '#core/report/shareable.ts'
import { reportMarkdown } from '#core/report-file/report-markdown.ts'
import { pointsCsv } from '#core/report-file/points-csv.ts'
import { seriesCsv } from '#core/report-file/series-csv.ts'
import { measuredRun } from '#node/runs/exports.ts'
import { runTimeline } from '#node/runs/stored-runs.ts'
import { bundleLines } from '#node/result-files/bundle-lines.ts'
import { ownSigningKey, signedLines } from '#node/result-files/signature.ts'
import { asciiText } from '#node/files/make-folder.ts'
import { pageScript } from '#node/files/own-file.ts'
import type { Database } from '#node/storage/database.ts'
import { readRecords } from '#node/storage/requests.ts'
import { fileNameOf } from '#core/base/printable.ts'
import {
  collectReport,
  type ReportContent,
  type ReportMaker,
  telemetryOf,
} from './collect-report.ts'

// A report to write. Most formats are streamed; only pages, which a browser loads as a whole, are not.
type ReportJob = Readonly<{
  database: Database
  reported: ReportContent
  maker: ReportMaker
  /** Language of pages and Markdown; files for programs are in English. */
  language: Language
  /** Key that signs bundles; default: the data folder's. */
  signingKey?: KeyObject | undefined
}>

type Format = Readonly<{
  /** File extension with its dot. */
  ending: string
  mediaType: string
  isCompressed: boolean
  pieces: (job: ReportJob) => Iterable<string> | Promise<Iterable<string>>
}>

const reportFormatTraits: Readonly<Record<ReportFormat, Format>> = {
  html: { ending: '.html', mediaType: 'text/html', isCompressed: false, pieces: page },
  md: {
    ending: '.md',
    mediaType: 'text/markdown',
    isCompressed: false,
    pieces: (job) => [reportMarkdown(collected(job), job.language)],
  },
  csv: {
    ending: '.csv',
    mediaType: 'text/csv',
    isCompressed: false,
    pieces: ({ reported: { runs, sweeps } }) => [
      pointsCsv(runs.map(shareableRun), sweeps.map(shareableSweep)),
    ],
  },
  'requests-csv': {
    ending: '.requests.csv',
    mediaType: 'text/csv',
    isCompressed: false,
    pieces: requestTables,
  },
  'series-csv': {
    ending: '.series.csv',
    mediaType: 'text/csv',
    isCompressed: false,
    pieces: seriesTables,
  },
  json: {
    ending: '.json',
    mediaType: 'application/json',
    isCompressed: false,
    pieces: results,
  },
  bundle: {
    ending: '.kneepoint.jsonl.gz',
    mediaType: 'application/gzip',
    isCompressed: true,
    pieces: signedBundle,
  },
}

function signedBundle({ database, reported, maker, signingKey }: ReportJob): Iterable<string> {
  const { title, ...content } = reported
  const lines = bundleLines(database, { name: inEnglish(title), ...content }, maker)
  return signedLines(lines, signingKey ?? ownSigningKey(path.dirname(database.name)))
}

function collected({ database, reported, maker }: ReportJob) {
  return collectReport(database, reported, maker)
}

/** Loads ECharts only for a page, because no other format needs it. */
async function page(job: ReportJob): Promise<string[]> {
  const { reportPage } = await import('#core/report-file/page/report-page.ts')
  const script = await pageScript('report')
  return [reportPage(collected(job), { language: job.language, script, pack, sha256 })]
}

function pack(text: string): string {
  return gzipSync(text, { level: 9 }).toString('base64')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** Writes a list of results in vLLM's schema; a single run is written without a list. */
function* results({ database, reported: { runs } }: ReportJob): Generator<string> {
  const measured = runs.map((run) => () => measuredRun(database, run))
  let written = 0
  for (const read of measured) {
    const run = read()
    if (run === null) continue
    if (runs.length > 1) yield written === 0 ? '[' : ',\n'
    for (const piece of resultPieces(run, { detailed: runs.length === 1 })) yield asciiText(piece)
    written += 1
  }
  if (written === 0) throw new AppError('not-found', message('files.nothingToWrite'))
  if (runs.length > 1) yield ']'
}

function* requestTables({ database, reported: { runs } }: ReportJob): Generator<string> {
  const configs = runs.map(({ config }) => config)
  for (const [index, run] of runs.entries()) {
    yield requestsOfRunCsv(run, readRecords(database, run.id), { configs, hasHead: index === 0 })
  }
}

function* seriesTables({ database, reported: { runs } }: ReportJob): Generator<string> {
  for (const [index, run] of runs.entries()) {
    const telemetry = telemetryOf(database, run)
    yield seriesCsv({ run, timeline: runTimeline(database, run), telemetry }, index === 0)
  }
}

type ReportFile = Readonly<{ fileName: string; mediaType: string }>

/** Lines are written in chunks, because a write costs more than a line. */
const chunkLength = 64 * 1024

export function reportFile(
  { reported, language }: Pick<ReportJob, 'reported' | 'language'>,
  format: ReportFormat,
): ReportFile {
  const { ending, mediaType } = reportFormatTraits[format]
  return { fileName: `${fileNameOf(textIn(language, reported.title))}${ending}`, mediaType }
}

/** The format for a file's extension, by the longest match; null if none matches. */
export function formatOfFile(file: string): ReportFormat | null {
  const length = (format: ReportFormat) => reportFormatTraits[format].ending.length
  const [longest] = reportFormats
    .filter((format) => file.endsWith(reportFormatTraits[format].ending))
    .toSorted((one, other) => length(other) - length(one))
  return longest ?? null
}

/** Content of a report: text as strings, compressed formats as bytes. */
export async function reportContent(
  job: ReportJob,
  format: ReportFormat,
): Promise<Iterable<string> | AsyncIterable<Uint8Array>> {
  const { pieces, isCompressed } = reportFormatTraits[format]
  const text = chunks(await pieces(job))
  if (!isCompressed) return text
  // An error in the text destroys the result, so that its reader receives it.
  return pipeline(Readable.from(text, { objectMode: false }), createGzip(), () => undefined)
}

function* chunks(pieces: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
