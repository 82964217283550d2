// A size-limited folder of files named by the hash of their inputs; the least recently used file is removed first. Processes can
// share it, because a file gets its name once it is complete, and each reader has its own link to it.
import {
  copyFileSync,
  constants,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { sum } from '#core/base/spread.ts'
import { hasCode } from './write-file.ts'

type KeptFile = Readonly<{ path: string; bytes: number; usedAtMs: number }>

export type KeptUsage = Readonly<{ files: number; bytes: number }>

const mostKeptBytes = 4 * 2 ** 30
/** Space left free on the disk. */
const freeBytes = 2 * 2 ** 30
const keptName = /^[0-9a-f]{64}$/

export class KeptFiles {
  readonly folder: string
  readonly #mostBytes: number

  constructor(folder: string, mostBytes = mostKeptBytes) {
    this.folder = folder
    this.#mostBytes = mostBytes
  }

  /** Links the file to `path`, which must be private to this process; false if it is not cached. */
  take(hash: string, path: string): boolean {
    const kept = join(this.folder, hash)
    try {
      const now = new Date()
      utimesSync(kept, now, now)
      linkOrCopy(kept, path, `${path}-copy`)
      return true
    } catch {
      return false
    }
  }

  /** Null if it is not cached. */
  read(hash: string): Buffer | null {
    const kept = join(this.folder, hash)
    try {
      const now = new Date()
      utimesSync(kept, now, now)
      return readFileSync(kept)
    } catch {
      return null
    }
  }

  /**
   * Adds a file that no longer changes, unless it is too large. Throws if another process added it first, or the disk is full.
   */
  keep(hash: string, path: string): void {
    const { size } = statSync(path)
    if (size > this.#mostBytes / 2 || size + freeBytes > freeBytesAt(this.folder)) return
    linkOrCopy(path, join(this.folder, hash), `${path}-copy`)
    this.#evict()
  }

  drop(hash: string): void {
    rmSync(join(this.folder, hash), { force: true })
  }

  usage(): KeptUsage {
    const files = this.#files()
    return { files: files.length, bytes: sum(files.map(({ bytes }) => bytes)) }
  }

  clear(): void {
    for (const { path } of this.#files()) rmSync(path, { force: true })
  }

  #evict(): void {
    const files = this.#files().toSorted((a, b) => a.usedAtMs - b.usedAtMs)
    let total = sum(files.map(({ bytes }) => bytes))
    for (const { path, bytes } of files) {
      if (total <= this.#mostBytes) return
      rmSync(path, { force: true })
      total -= bytes
    }
  }

  #files(): readonly KeptFile[] {
    if (!existsSync(this.folder)) return []
    return readdirSync(this.folder)
      .filter((name) => keptName.test(name))
      .flatMap((name) => {
        const path = join(this.folder, name)
        const found = statSync(path, { throwIfNoEntry: false })
        return found === undefined ? [] : [{ path, bytes: found.size, usedAtMs: found.mtimeMs }]
      })
  }
}

function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Copies through `unfinished` if the file system does not support links. */
function linkOrCopy(from: string, to: string, unfinished: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (hasCode(error, ['ENOENT', 'EEXIST'])) throw error
    copyFileSync(from, unfinished, constants.COPYFILE_FICLONE)
    renameSync(unfinished, to)
  }
}
