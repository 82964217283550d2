// Reads a dataset file in chunks or line by line; errors state why it cannot be read or parsed.
import { message, type Text, textOf } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { parsePythonJson } from '#core/result-file/parse-python-json.ts'
import type { SkipLine } from '#core/workload/datasets/trace-scan.ts'
import { readTextChunks } from '#node/files/text-file.ts'

const packedEnding = /\.(gz|zst|zstd)$/i

export function isPacked(path: string): boolean {
  return packedEnding.test(path)
}

/** Name of the content. */
export function unpackedName(path: string): string {
  return path.replace(packedEnding, '')
}

/** One JSON value of a dataset file. */
export type DatasetEntry = Readonly<{
  value: unknown
  /** File and line, for error messages. */
  where: string
}>

export function readChunks(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const unreadable = (cause: unknown) =>
    invalidDataset(
      message('workload.unreadable', { path, why: textOf(cause) }),
      message('workload.datasetFile'),
    )
  return readTextChunks(path, { signal, refuse: invalidDataset, unreadable })
}

/** Accepts `NaN` and `Infinity` as well, because Python writes them. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    try {
      return parsePythonJson(text)
    } catch {
      throw invalidDataset(
        message('common.at', { place: where, text: textOf(error) }),
        message('workload.fixEntry'),
      )
    }
  }
}

export function invalidDataset(message: Text, remedy: Text): AppError {
  return new AppError('dataset-invalid', message, { field: 'datasetPath', remedy })
}

// Reads a text file line by line; lines exclude their terminators, and a final terminator adds no empty line. Concatenated files
// contain byte order marks in the middle.
const lineFeed = 0x0a

export function readTextLines(path: string, signal?: AbortSignal): AsyncGenerator<string> {
  return textLines(readChunks(path, signal))
}

export async function* textLines(
  chunks: AsyncIterable<Buffer>,
  skip: SkipLine | null = null,
): AsyncGenerator<string> {
  for await (const line of splitLines(chunks, skip)) {
    const text = line.toString('utf8')
    const start = text.startsWith('\uFEFF') ? 1 : 0
    yield text.slice(start, text.endsWith('\r') ? -1 : undefined)
  }
}

/** A line is valid until the next one is read. */
async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  skip: SkipLine | null,
): AsyncGenerator<Buffer> {
  let unfinished: Buffer[] = []
  for await (const chunk of chunks) {
    let start = unfinished.length > 0 ? 0 : afterSkipped(chunk, 0, skip)
    for (let end = chunk.indexOf(lineFeed, start); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const rest = chunk.subarray(start, end)
      yield unfinished.length === 0 ? rest : Buffer.concat([...unfinished, rest])
      unfinished = []
      start = afterSkipped(chunk, end + 1, skip)
    }
    if (start < chunk.length) unfinished.push(chunk.subarray(start))
  }
  if (unfinished.length > 0) yield Buffer.concat(unfinished)
}

function afterSkipped(chunk: Buffer, from: number, skip: SkipLine | null): number {
  let start = from
  for (let end = skip?.(chunk, start) ?? -1; end >= 0; end = skip?.(chunk, start) ?? -1) {
    start = end + 1
  }
  return start
}
