// Where results will be written, found out before the run: an hour of measuring is not lost to a typo in a path.
import { message } from '#core/messages/message.ts'
import { closeSync, openSync, writeSync } from 'node:fs'
import { open, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError, messageOf } from '#core/model/app-error.ts'
import { makeFolder, randomHex } from '#node/files/make-folder.ts'

/** Makes the folder and proves that a file can be written in it. */
export async function requireWritableFolder(folder: string): Promise<void> {
  const probe = path.join(folder, `.kneepoint-${randomHex(8)}`)
  try {
    makeFolder(path.resolve(folder))
    await writeFile(probe, '', { flag: 'wx' })
    await rm(probe)
  } catch (cause) {
    throw unwritable(folder, cause)
  }
}

/** For a file that may be there already; the folder around it is made. */
export async function requireWritableFile(file: string): Promise<void> {
  await requireWritableFolder(path.dirname(file))
  try {
    await (await open(file, 'r+')).close()
  } catch (cause) {
    if (!isMissing(cause)) throw unwritable(file, cause)
  }
}

/** In pieces where it is large, each written before the next one is made. */
export type FileContent = string | Iterable<Uint8Array>

/** Appending puts each result on a line of its own, the first one without a line before it. */
export async function writeResult(
  file: string,
  content: FileContent,
  append: boolean,
): Promise<void> {
  try {
    const followsOthers = append && (await sizeOf(file)) > 0
    const target = openSync(file, append ? 'a' : 'w')
    try {
      if (followsOthers) writeAll(target, '\n')
      for (const piece of typeof content === 'string' ? [content] : content) writeAll(target, piece)
    } finally {
      closeSync(target)
    }
  } catch (cause) {
    throw unwritable(file, cause)
  }
}

function writeAll(target: number, piece: string | Uint8Array): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
  for (let at = 0; at < bytes.length;) at += writeSync(target, bytes, at)
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function unwritable(where: string, cause: unknown): AppError {
  // Node puts the code before the reason and the call after it; the reader needs neither.
  const reason = /^[A-Z]+: ([^,]+)/.exec(messageOf(cause))?.[1] ?? messageOf(cause)
  return new AppError(
    'output-unwritable',
    message('cli.cannotWrite', { file: where, why: reason }),
    {
      remedy: message('cli.cannotWrite.result'),
      cause,
    },
  )
}
