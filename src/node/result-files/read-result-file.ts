// Reads a result file from disk; rejects oversized files before they fill the memory.
import path from 'node:path'
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { message, MessageError, textOf } from '#core/messages/message.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import { readTextFile } from '#node/files/text-file.ts'

/** Enough for 100,000 requests with every gap between their tokens. */
const largestFileBytes = 256 * 1024 * 1024

export async function requireImportableFile(path: string): Promise<void> {
  requireImportableSize(path, await sizeOf(path))
}

export async function readResultFile(path: string): Promise<string> {
  await requireImportableFile(path)
  return readTextFile(path, {
    mostBytes: largestFileBytes,
    unreadable: (cause) => unreadable(path, cause),
  })
}

function requireImportableSize(name: string, bytes: number): void {
  if (bytes <= largestFileBytes) return
  throw appError('invalid-input', 'files.tooLarge', { name, most: largestFileBytes / 1024 / 1024 })
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
  return appError('not-found', 'files.unreadable', { path, why: textOf(cause) }, { cause })
}

// Uploads from a window, piece by piece, because one message cannot contain a whole file.
type Upload = { readonly fileName: string; readonly path: string; bytes: number }

export class Uploads {
  readonly #uploads = new Map<string, Upload>()
  #folder: Promise<string> | null = null

  async begin(fileName: string): Promise<string> {
    const id = randomUUID()
    const folder = await this.#ownFolder()
    this.#uploads.set(id, { fileName, path: path.join(folder, id), bytes: 0 })
    return id
  }

  async append(id: string, base64: string): Promise<void> {
    const upload = this.#find(id)
    const bytes = Buffer.from(base64, 'base64')
    upload.bytes += bytes.length
    requireImportableSize(upload.fileName, upload.bytes)
    await appendFile(upload.path, bytes).catch(cannotKeep)
  }

  /** Passes the whole file to `use`, and deletes it afterwards. */
  async finish<Result>(
    id: string,
    use: (file: Readonly<{ fileName: string; path: string }>) => Promise<Result>,
  ): Promise<Result> {
    const upload = this.#find(id)
    this.#uploads.delete(id)
    try {
      // Nothing was appended to an empty file.
      await appendFile(upload.path, '')
      return await use(upload)
    } finally {
      await rm(upload.path, { force: true })
    }
  }

  /** Deletes unfinished uploads as well. */
  async close(): Promise<void> {
    if (this.#folder !== null) await rm(await this.#folder, { recursive: true, force: true })
  }

  async #ownFolder(): Promise<string> {
    this.#folder ??= mkdtemp(path.join(tmpdir(), 'kneepoint-uploads-')).catch((cause: unknown) => {
      this.#folder = null
      return cannotKeep(cause)
    })
    return this.#folder
  }

  #find(id: string): Upload {
    const upload = this.#uploads.get(id)
    if (upload !== undefined) return upload
    throw appError('not-found', 'files.uploadGone')
  }
}

function cannotKeep(cause: unknown): never {
  throw appError(
    'output-unwritable',
    'files.uploadFailed',
    { why: textOf(cause), folder: tmpdir() },
    { cause },
  )
}
