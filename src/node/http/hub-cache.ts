// The cache folder that the Hub's tools share: one snapshot of files per commit, and the last known target of each revision.
import { message, MessageError } from '#core/messages/message.ts'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomHex } from '#node/files/make-folder.ts'
import type { HubRepo } from './hub-access.ts'

export class HubCache {
  readonly #folder: string

  constructor(cacheFolder: string, { type, id }: Pick<HubRepo, 'type' | 'id'>) {
    this.#folder = join(cacheFolder, `${type}s--${id.replaceAll('/', '--')}`)
  }

  /** Path of a file in a commit, whether or not it exists. */
  pathOf(commit: string, path: string): string {
    const folder = this.#snapshot(commit)
    const file = join(folder, ...path.split('/'))
    if (file.startsWith(folder + sep)) return file
    throw new MessageError(message('workload.outsideRepository', { path }))
  }

  async has(commit: string, path: string): Promise<boolean> {
    const found = await stat(this.pathOf(commit, path)).catch(() => null)
    return found?.isFile() ?? false
  }

  /** The last known commit of a revision, or the revision itself if it is one; null if none is cached. */
  async commitOf(revision: string): Promise<string | null> {
    const text = await readFile(join(this.#folder, 'refs', revision), 'utf8').catch(() => '')
    const commit = text.trim() || revision
    return (await this.pathsIn(commit)).length > 0 ? commit : null
  }

  async commits(): Promise<string[]> {
    return readdir(join(this.#folder, 'snapshots')).catch(() => [])
  }

  /** Cached files of a commit, sorted. */
  async pathsIn(commit: string): Promise<string[]> {
    const folder = this.#snapshot(commit)
    const options = { recursive: true, withFileTypes: true } as const
    const entries = await readdir(folder, options).catch(() => [])
    const files = entries.filter((entry) => !entry.isDirectory() && !entry.name.endsWith(part))
    return files
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
      .sort()
  }

  async keepCommit(revision: string, commit: string): Promise<void> {
    const file = join(this.#folder, 'refs', revision)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, commit)
  }

  /** Writes the file atomically. */
  async keep(commit: string, path: string, contents: Blob): Promise<void> {
    const file = this.pathOf(commit, path)
    const unfinished = `${file}.${randomHex(8)}${part}`
    await mkdir(dirname(file), { recursive: true })
    try {
      const stream = Readable.fromWeb(contents.stream())
      await pipeline(stream, createWriteStream(unfinished))
      await rename(unfinished, file)
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  #snapshot(commit: string): string {
    return join(this.#folder, 'snapshots', commit)
  }
}

const part = '.incomplete'
