// Files kept by the hash of what they were made from, in a folder of a limited size: the one used longest ago goes first. Any
// number of processes may share it, because a file gets its name only once it is whole, and its user has a name of its own.
import {
  copyFileSync,
  constants,
  existsSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { randomHex } from './make-folder.ts'

type KeptFile = Readonly<{ path: string; bytes: number; usedAtMs: number }>

export type KeptUsage = Readonly<{ files: number; bytes: number }>

const mostKeptBytes = 4 * 2 ** 30
/** Space that stays free on the disk. */
const freeBytes = 2 * 2 ** 30
const keptName = /^[0-9a-f]{64}$/

export class KeptFiles {
  readonly folder: string
  readonly #mostBytes: number

  constructor(folder: string, mostBytes = mostKeptBytes) {
    this.folder = folder
    this.#mostBytes = mostBytes
  }

  /** Gives the file the name `path`, too, and returns whether there is one. */
  take(hash: string, path: string): boolean {
    const kept = join(this.folder, hash)
    try {
      const now = new Date()
      utimesSync(kept, now, now)
      linkOrCopy(kept, path)
      return true
    } catch {
      return false
    }
  }

  /** Keeps a file that does not change any more, unless it is too large. */
  keep(hash: string, path: string): void {
    try {
      const { size } = statSync(path)
      if (size > this.#mostBytes / 2 || size + freeBytes > freeBytesAt(this.folder)) return
      linkOrCopy(path, join(this.folder, hash))
      this.#evict()
    } catch {
      // Another process was first, or the disk is full: the next run prepares again.
    }
  }

  drop(hash: string): void {
    rmSync(join(this.folder, hash), { force: true })
  }

  usage(): KeptUsage {
    const files = this.#files()
    return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
  }

  clear(): void {
    for (const { path } of this.#files()) rmSync(path, { force: true })
  }

  #evict(): void {
    let { bytes } = this.usage()
    for (const file of this.#files().toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
      if (bytes <= this.#mostBytes) return
      rmSync(file.path, { force: true })
      bytes -= file.bytes
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

/** A copy where the file system has no links; it gets its name once it is whole. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (hasCode(error, ['ENOENT', 'EEXIST'])) throw error
    const beside = `${to}-${randomHex(8)}`
    try {
      copyFileSync(from, beside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      renameSync(beside, to)
    } finally {
      rmSync(beside, { force: true })
    }
  }
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
