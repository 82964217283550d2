// Writes a report to a stream, piece by piece.
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ReportFormat } from '#core/model/report-format.ts'
import { reportFormatTraits, type ReportJob } from './report-formats.ts'
import { fileNameOf } from '#core/report/file-name.ts'

type ReportFile = Readonly<{ fileName: string; mediaType: string }>

/** A write each costs more than a line itself. */
const chunkLength = 64 * 1024

export function reportFile(
  { reported }: Pick<ReportJob, 'reported'>,
  format: ReportFormat,
): ReportFile {
  const { ending, mediaType } = reportFormatTraits[format]
  return { fileName: `${fileNameOf(reported.title)}${ending}`, mediaType }
}

/** The stream is ended, unless it is one that stays, as standard output does. */
export async function writeReport(
  job: ReportJob,
  format: ReportFormat,
  { target, staysOpen = false }: Readonly<{ target: Writable; staysOpen?: boolean }>,
): Promise<void> {
  const { pieces, isCompressed } = reportFormatTraits[format]
  const text = Readable.from(chunks(await pieces(job)), { objectMode: false })
  const filter = isCompressed ? createGzip() : new PassThrough()
  await pipeline(text, filter, target, { end: !staysOpen })
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
