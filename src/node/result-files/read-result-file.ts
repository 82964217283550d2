// Reads a result file from disk, refusing what no result file is before it fills the memory.
import { readFile, stat } from 'node:fs/promises'
import { AppError, messageOf } from '#core/model/app-error.ts'

/** A hundred thousand requests with every gap between their tokens fit. */
const largestFileBytes = 256 * 1024 * 1024

export async function requireImportableFile(path: string): Promise<void> {
  requireImportableSize(path, await sizeOf(path))
}

export async function readResultFile(path: string): Promise<string> {
  await requireImportableFile(path)
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw unreadable(path, cause)
  })
}

export function requireImportableSize(name: string, bytes: number): void {
  if (bytes <= largestFileBytes) return
  throw new AppError(
    'invalid-input',
    `${name} is larger than ${largestFileBytes / 1024 / 1024} MiB.`,
    { remedy: 'Split it: results may lie in several files, and need not hold every request.' },
  )
}

/** Pipes and devices have no size and may never end. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause)
  })
  if (found.isFile()) return found.size
  throw unreadable(path, new Error('it is no file'))
}

function unreadable(path: string, cause: unknown): AppError {
  return new AppError('not-found', `${path} cannot be read: ${messageOf(cause)}.`, {
    remedy: 'Give the path of a result file.',
    cause,
  })
}
