// Reads a result file from disk, refusing what no result file is before it fills the memory.
import { MessageError, textOf } from '#core/messages/message-error.ts'
import { readFile, stat } from 'node:fs/promises'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

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
    message('files.tooLarge', { name, most: largestFileBytes / 1024 / 1024 }),
    { remedy: message('files.tooLarge.remedy') },
  )
}

/** Pipes and devices have no size and may never end. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause)
  })
  if (found.isFile()) return found.size
  throw unreadable(path, new MessageError(message('files.notAFile')))
}

function unreadable(path: string, cause: unknown): AppError {
  return new AppError('not-found', message('files.unreadable', { path, why: textOf(cause) }), {
    remedy: message('files.unreadable.remedy'),
    cause,
  })
}
