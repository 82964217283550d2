// Files on their way in from a window, piece by piece, since one message may not hold a whole one.
import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '#core/model/app-error.ts'
import { requireImportableSize } from './read-result-file.ts'

type Upload = { readonly fileName: string; readonly path: string; bytes: number }

export class Uploads {
  readonly #uploads = new Map<string, Upload>()
  #folder: Promise<string> | null = null

  async begin(fileName: string): Promise<string> {
    this.#folder ??= mkdtemp(path.join(tmpdir(), 'kneepoint-uploads-'))
    const id = randomUUID()
    this.#uploads.set(id, { fileName, path: path.join(await this.#folder, id), bytes: 0 })
    return id
  }

  async append(id: string, text: string): Promise<void> {
    const upload = this.#find(id)
    upload.bytes += Buffer.byteLength(text)
    requireImportableSize(upload.fileName, upload.bytes)
    await appendFile(upload.path, text)
  }

  /** Hands the whole file to `use`; it is gone afterwards. */
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

  /** What was begun and never finished goes too. */
  async close(): Promise<void> {
    if (this.#folder !== null) await rm(await this.#folder, { recursive: true, force: true })
  }

  #find(id: string): Upload {
    const upload = this.#uploads.get(id)
    if (upload !== undefined) return upload
    throw new AppError('not-found', 'The file is not there any more.', {
      remedy: 'Choose it once more.',
    })
  }
}
