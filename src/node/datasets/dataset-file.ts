// Reads a dataset file in chunks, unpacked where it is gzipped; an error says why it cannot be read or parsed.
import { textOf } from '#core/messages/message-error.ts'
import { open, type FileHandle } from 'node:fs/promises'
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { isZipped, unzipped } from './unzipped.ts'

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
