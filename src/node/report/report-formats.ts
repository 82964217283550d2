// The forms a report comes in, each written piece by piece, so that none has to fit in memory but those a reader's
// browser has to hold anyway.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { ReportFormat } from '#core/model/report-format.ts'
import { requestsOfRunCsv } from '#core/report/csv/requests-csv.ts'
import { resultPieces } from '#core/report/result-file/result-json.ts'
import { shareableRun, shareableSweep } from '#core/report/shareable.ts'
import { reportMarkdown } from '#core/report-file/report-markdown.ts'
import { pointsCsv } from '#core/report-file/tables/points-csv.ts'
import { seriesCsv } from '#core/report-file/tables/series-csv.ts'
import { measuredRun } from '#node/runs/exports.ts'
import { runTimeline } from '#node/runs/stored-runs.ts'
import { bundleLines } from '#node/bundle/bundle-lines.ts'
import { asciiText } from '#node/files/ascii-text.ts'
import { pageScript } from '#node/files/page-script.ts'
import type { Database } from '#node/storage/database.ts'
import { readRecords } from '#node/storage/requests.ts'
import { collectReport, type ReportMaker } from './collect-report.ts'
import type { Reported } from './report-subject.ts'
import { telemetryOf } from './telemetry-of.ts'

export type ReportJob = Readonly<{ database: Database; reported: Reported; maker: ReportMaker }>

type Format = Readonly<{
  /** With its dot. */
  ending: string
  mediaType: string
  isCompressed: boolean
  pieces: (job: ReportJob) => Iterable<string> | Promise<Iterable<string>>
}>

export const reportFormatTraits: Readonly<Record<ReportFormat, Format>> = {
  html: { ending: '.html', mediaType: 'text/html', isCompressed: false, pieces: page },
  md: {
    ending: '.md',
    mediaType: 'text/markdown',
    isCompressed: false,
    pieces: (job) => [reportMarkdown(collected(job))],
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
    *pieces({ database, reported: { title, ...content }, maker }) {
      for (const line of bundleLines(database, { name: title, ...content }, maker)) {
        yield `${JSON.stringify(line)}\n`
      }
    },
  },
}

function collected({ database, reported, maker }: ReportJob) {
  return collectReport(database, reported, maker)
}

/** Loads what draws when a page is wanted: no other format, and no other job, needs ECharts. */
async function page(job: ReportJob): Promise<string[]> {
  const { reportPage } = await import('#core/report-file/page/report-page.ts')
  return [reportPage(collected(job), { script: await pageScript('report'), pack, sha256 })]
}

function pack(text: string): string {
  return gzipSync(text, { level: 9 }).toString('base64')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** One list of results in vLLM's schema; the only run of a report stands by itself. */
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
  if (written === 0) throw nothingMeasured()
  if (runs.length > 1) yield ']'
}

function* requestTables({ database, reported: { runs } }: ReportJob): Generator<string> {
  for (const [index, run] of runs.entries()) {
    yield requestsOfRunCsv(run, readRecords(database, run.id), index === 0)
  }
}

function* seriesTables({ database, reported: { runs } }: ReportJob): Generator<string> {
  for (const [index, run] of runs.entries()) {
    const telemetry = telemetryOf(database, run)
    yield seriesCsv({ run, timeline: runTimeline(database, run), telemetry }, index === 0)
  }
}

function nothingMeasured(): AppError {
  return new AppError('not-found', message('files.nothingToWrite'))
}
