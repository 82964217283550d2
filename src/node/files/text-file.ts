// Reads all files from users: decompresses, decodes and validates them on the fly, whatever program wrote them. Chunks are whole
// UTF-8 characters without a byte order mark, and lines end in LF or CRLF.
import { isUtf8 } from 'node:buffer'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { message, type Text, textOf } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import {
  byteFormat,
  characterBytes,
  type OtherFormat,
  type PackedFormat,
  signatureBytes,
  type TextEncoding,
  unfinishedBytes,
} from '#core/base/byte-format.ts'

const chunkBytes = 1 << 20
/** Size of a decompressed chunk, which limits the memory for a compressed file. */
const unpackedBytes = 1 << 18
const [lineFeed, carriageReturn] = [0x0a, 0x0d]

type TextFileOptions = Readonly<{
  signal?: AbortSignal | undefined
  /** The error for a file that cannot be read or is not text; `invalid-input` by default. */
  refuse?: (problem: Text, remedy: Text) => AppError
  /** The error for a file that is missing or cannot be opened; default: the error of `refuse`. */
  unreadable?: (cause: unknown) => AppError
  /** Its bytes, if it is no file on the disk. */
  stored?: AsyncGenerator<Buffer>
}>

/** Rejects with the error of `refuse`, or `cancelled`. */
export async function* readTextChunks(
  path: string,
  { signal, refuse = refused, unreadable, stored }: TextFileOptions = {},
): AsyncGenerator<Buffer> {
  const cannotRead = (cause: unknown) =>
    refuse(
      message('files.cannotRead', { path, why: textOf(cause) }),
      message('workload.unreadable.remedy'),
    )
  const chunks = stored ?? storedChunks(path, { signal, unreadable: unreadable ?? cannotRead })
  yield* normalized(chunks, { path, refuse })
}

/** Reads the whole file; rejects once it exceeds `mostBytes`, compressed or not. */
export async function readTextFile(
  path: string,
  { mostBytes = Infinity, ...options }: TextFileOptions & Readonly<{ mostBytes?: number }> = {},
): Promise<string> {
  const parts: string[] = []
  let bytes = 0
  for await (const chunk of readTextChunks(path, options)) {
    bytes += chunk.length
    if (bytes > mostBytes) {
      throw (options.refuse ?? refused)(
        message('files.tooLarge', { name: path, most: mostBytes / 2 ** 20 }),
        message('files.tooLarge.remedy'),
      )
    }
    parts.push(chunk.toString())
  }
  return parts.join('')
}

type Source = Readonly<{ path: string; refuse: NonNullable<TextFileOptions['refuse']> }>

async function* normalized(
  stored: AsyncGenerator<Buffer>,
  source: Source,
  depth = 0,
): AsyncGenerator<Buffer> {
  try {
    const read = await beginningOf(stored)
    const format = byteFormat(read)
    const all = joined(read, stored)
    if (format.kind === 'packed' && depth < 2) {
      yield* normalized(unpacked(all, format.format, source), source, depth + 1)
    } else if (format.kind === 'text') {
      const { encoding } = format
      const text = withoutMark(all, format.markBytes)
      yield* withLineFeeds(
        encoding === 'utf-8' ? checked(text, source) : decoded(text, encoding, source),
      )
    } else {
      throw notText(format.format, source)
    }
  } finally {
    await stored.return(undefined)
  }
}

function notText(format: OtherFormat | PackedFormat, { path, refuse }: Source): AppError {
  if (format === 'Git LFS') {
    return refuse(message('files.notFetched', { path }), message('files.notFetched.remedy'))
  }
  const remedy = format === 'Arrow' ? message('files.arrow') : message('files.notText.remedy')
  return refuse(message('files.notText', { path, format }), remedy)
}

async function beginningOf(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0)
  while (start.length < signatureBytes) {
    const next = await chunks.next()
    if (next.done === true) break
    start = start.length === 0 ? next.value : Buffer.concat([start, next.value])
  }
  return start
}

async function* joined(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start
  yield* rest
}

async function* unpacked(
  chunks: AsyncIterable<Buffer>,
  format: PackedFormat,
  { path, refuse }: Source,
): AsyncGenerator<Buffer> {
  // Loaded only for a compressed file, so that other benchmarks start sooner.
  const { createGunzip, createZstdDecompress } = await import('node:zlib')
  const unpack = { gzip: createGunzip, zstd: createZstdDecompress }[format]
  const stream = unpack({ chunkSize: unpackedBytes })
  // The stream being read reports the pipeline's errors.
  pipeline(Readable.from(chunks), stream).catch(() => undefined)
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refuse(
      message('workload.notUnpacked', { path, why: textOf(error) }),
      message('workload.notUnpacked.remedy'),
    )
  }
}

async function* withoutMark(
  chunks: AsyncIterable<Buffer>,
  markBytes: number,
): AsyncGenerator<Buffer> {
  let skipped = 0
  for await (const chunk of chunks) {
    const from = skipped < markBytes ? markBytes : 0
    skipped = markBytes
    yield chunk.subarray(from)
  }
}

/** Yields UTF-8 in whole characters, and reports the first invalid byte. */
async function* checked(chunks: AsyncIterable<Buffer>, source: Source): AsyncGenerator<Buffer> {
  const place = { line: 1, byte: 1 }
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const whole = bytes.subarray(0, bytes.length - unfinishedBytes(bytes))
    requireUtf8(whole, place, source)
    rest = bytes.subarray(whole.length)
    yield whole
  }
  requireUtf8(rest, place, source)
}

function requireUtf8(bytes: Buffer, place: { line: number; byte: number }, source: Source): void {
  if (!isUtf8(bytes)) throw notUtf8(bytes, place, source)
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    place.line++
  }
  place.byte += bytes.length
}

function notUtf8(bytes: Buffer, before: { line: number; byte: number }, { path, refuse }: Source) {
  let [at, line] = [0, before.line]
  for (;;) {
    const length = characterBytes(bytes[at] ?? 0)
    if (at >= bytes.length || !isUtf8(bytes.subarray(at, at + length))) break
    if (bytes[at] === lineFeed) line++
    at += length
  }
  const value = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  return refuse(
    message('files.notUtf8', { path, line, byte: before.byte + at, value: `0x${value}` }),
    message('files.notUtf8.remedy'),
  )
}

async function* decoded(
  chunks: AsyncIterable<Buffer>,
  encoding: TextEncoding,
  { path, refuse }: Source,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
    yield Buffer.from(decoder.decode())
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refuse(
      message('files.badEncoding', { path, encoding: encoding.toUpperCase() }),
      message('files.notUtf8.remedy'),
    )
  }
}

/** Old Macs, and some exports of Excel, end lines with CR alone, so the first line contains no LF. */
async function* withLineFeeds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let endsInReturns: boolean | null = null
  for await (const chunk of chunks) {
    endsInReturns ??= endsWithReturn(chunk)
    if (endsInReturns !== true) {
      yield chunk
      continue
    }
    const bytes = Buffer.from(chunk)
    for (let at = bytes.indexOf(carriageReturn); at >= 0; at = bytes.indexOf(carriageReturn, at)) {
      bytes[at] = lineFeed
    }
    yield bytes
  }
}

/** Null until a line end is found. */
function endsWithReturn(chunk: Buffer): boolean | null {
  const first = chunk.indexOf(carriageReturn)
  if (first < 0) return chunk.includes(lineFeed) ? false : null
  return !chunk.includes(lineFeed)
}

type ReadOptions = Readonly<{
  signal: AbortSignal | undefined
  unreadable: (cause: unknown) => AppError
}>

async function* storedChunks(
  path: string,
  { signal, unreadable }: ReadOptions,
): AsyncGenerator<Buffer> {
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(error)
  })
  try {
    for (;;) {
      if (signal?.aborted) throw new AppError('cancelled', message('workload.readingCancelled'))
      const chunk = await nextChunk(file).catch((error: unknown) => {
        throw unreadable(error)
      })
      if (chunk.length === 0) return
      yield chunk
    }
  } finally {
    await file.close()
  }
}

async function nextChunk(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes)
  return buffer.subarray(0, bytesRead)
}

function refused(problem: Text, remedy: Text): AppError {
  return new AppError('invalid-input', problem, { remedy })
}
