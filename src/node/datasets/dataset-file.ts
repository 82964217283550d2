// Reads a dataset file in chunks, unpacked where it is gzipped; an error says why it cannot be read or parsed.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FileHandle, open } from 'node:fs/promises'
import { textOf } from '#core/messages/message-error.ts'
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

// What a gzipped file holds, piece by piece: no more of it is in memory than is being read.
const chunkSize = 1 << 18

const ending = '.gz'

export function isZipped(path: string): boolean {
  return path.toLowerCase().endsWith(ending)
}

/** The name of what is inside. */
export function unzippedName(path: string): string {
  return isZipped(path) ? path.slice(0, -ending.length) : path
}

async function* unzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // Loaded where something is zipped: every benchmark passes by here, and is to begin soon.
  const { createGunzip } = await import('node:zlib')
  const gunzip = createGunzip({ chunkSize })
  // Errors on the way are reported by the stream that is read.
  pipeline(Readable.from(chunks), gunzip).catch(() => undefined)
  for await (const chunk of gunzip) yield chunk as Buffer
}

/** One JSON value of a dataset file. */
export type DatasetEntry = Readonly<{
  value: unknown
  /** File and line, for the reader. */
  where: string
}>

const chunkBytes = 1 << 20

export function readChunks(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  return isZipped(path) ? readUnzipped(path, signal) : readStored(path, signal)
}

async function* readUnzipped(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* unzipped(readStored(path, signal))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidDataset(
      message('workload.notUnpacked', { path, why: textOf(error) }),
      message('workload.notUnpacked.remedy'),
    )
  }
}

async function* readStored(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const file = await openDataset(path)
  try {
    for (;;) {
      if (signal?.aborted) throw new AppError('cancelled', message('workload.readingCancelled'))
      const chunk = await readChunk(file, path)
      if (chunk.length === 0) return
      yield chunk
    }
  } finally {
    await file.close()
  }
}

export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidDataset(
      message('common.at', { place: where, text: textOf(error) }),
      message('workload.fixEntry'),
    )
  }
}

export function invalidDataset(message: Text, remedy: Text): AppError {
  return new AppError('dataset-invalid', message, { field: 'datasetPath', remedy })
}

async function openDataset(path: string): Promise<FileHandle> {
  try {
    return await open(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

async function readChunk(file: FileHandle, path: string): Promise<Buffer> {
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw unreadable(path, error)
  }
}

function unreadable(path: string, error: unknown): AppError {
  return invalidDataset(
    message('workload.unreadable', { path, why: textOf(error) }),
    message('workload.unreadable.remedy'),
  )
}

// Reads a text file line by line; lines come without their ends, and one end after the last line makes no line.
const lineFeed = 0x0a

export async function* readTextLines(path: string, signal?: AbortSignal): AsyncGenerator<string> {
  let isFirst = true
  for await (const line of splitLines(readChunks(path, signal))) {
    const text = line.toString('utf8').replace(/\r$/, '')
    yield isFirst ? text.replace(/^\uFEFF/, '') : text
    isFirst = false
  }
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let unfinished: Buffer[] = []
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([...unfinished, chunk.subarray(start, end)])
      unfinished = []
      start = end + 1
    }
    if (start < chunk.length) unfinished.push(chunk.subarray(start))
  }
  if (unfinished.length > 0) yield Buffer.concat(unfinished)
}
