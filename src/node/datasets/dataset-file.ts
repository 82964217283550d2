// Reads a dataset file in chunks, unpacked where it is gzipped, telling in words why one cannot be read or understood.
import { open, type FileHandle } from 'node:fs/promises'
import { AppError, messageOf } from '#core/model/app-error.ts'
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
      `${path} cannot be unpacked: ${messageOf(error)}`,
      'Download or copy the file again.',
    )
  }
}

async function* readStored(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const file = await openDataset(path)
  try {
    for (;;) {
      if (signal?.aborted) throw new AppError('cancelled', 'reading the dataset was cancelled')
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
    throw invalidDataset(`${where}: ${messageOf(error)}`, 'Mend or remove this entry.')
  }
}

export function invalidDataset(message: string, remedy: string): AppError {
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
    `the dataset ${path} cannot be read: ${messageOf(error)}`,
    'Check that the path names a file you may read.',
  )
}
