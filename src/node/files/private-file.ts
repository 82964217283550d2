// A file of this process alone, in a folder that names the process: removed with it, or by a later process if it was killed.
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FilePart, FileRange } from '#core/workload/stored-text.ts'

const writtenTogetherBytes = 4e6
const partBytes = 2 ** 30
const folderName = /^kneepoint-prompts-(\d+)-/

export class PrivateFile {
  readonly #parent: string
  #folder: string | null = null
  #descriptor = -1
  #part: FilePart = { path: '', startsAt: 0 }
  #waiting: Uint8Array[] = []
  #writtenTo = 0
  #endsAt = 0

  constructor(folder = tmpdir()) {
    this.#parent = folder
  }

  /** Bytes, including those that are not written yet. */
  get length(): number {
    return this.#endsAt
  }

  append(bytes: Uint8Array): FileRange {
    if (this.#folder === null) {
      this.#descriptor = openSync(this.#makePlace(), 'wx+', 0o600)
    }
    if (this.#endsAt - this.#part.startsAt >= partBytes) this.#part = this.#partAt(this.#endsAt)
    const from = this.#endsAt - this.#part.startsAt
    this.#endsAt += bytes.length
    this.#waiting.push(bytes)
    if (this.#endsAt - this.#writtenTo >= writtenTogetherBytes) this.flush()
    return { of: this.#part, from, to: from + bytes.length }
  }

  /** Becomes what `place` puts at the path it is given; nothing was appended before. */
  adopt(place: (path: string) => void): void {
    const path = this.#makePlace()
    place(path)
    this.#descriptor = openSync(path, 'r')
    this.#endsAt = fstatSync(this.#descriptor).size
    this.#writtenTo = this.#endsAt
  }

  /** Part of this file that begins there. */
  partAt(startsAt: number): FilePart {
    return this.#partAt(startsAt)
  }

  read({ of, from, to }: FileRange): Buffer {
    this.flush()
    const bytes = Buffer.allocUnsafeSlow(to - from)
    for (let done = 0; done < bytes.length;) {
      const at = of.startsAt + from + done
      const count = readSync(this.#descriptor, bytes, done, bytes.length - done, at)
      if (count === 0) throw new Error(`${of.path} ends before ${of.startsAt + to}.`)
      done += count
    }
    return bytes
  }

  /** Writes what is still in memory, so that other processes can read it. */
  flush(): void {
    for (const bytes of this.#waiting) {
      for (let done = 0; done < bytes.length;) {
        const left = bytes.length - done
        done += writeSync(this.#descriptor, bytes, done, left, this.#writtenTo + done)
      }
      this.#writtenTo += bytes.length
    }
    this.#waiting = []
  }

  /** On the disk, even if the machine stops; returns its path. */
  sync(): string {
    this.flush()
    fdatasyncSync(this.#descriptor)
    return this.#part.path
  }

  close(): void {
    if (this.#folder === null) return
    if (this.#descriptor !== -1) closeSync(this.#descriptor)
    rmSync(this.#folder, { recursive: true, force: true })
    this.#folder = null
    this.#descriptor = -1
    this.#waiting = []
    this.#writtenTo = 0
    this.#endsAt = 0
  }

  #makePlace(): string {
    removeAbandoned(this.#parent)
    this.#folder = mkdtempSync(join(this.#parent, `kneepoint-prompts-${process.pid}-`))
    const path = join(this.#folder, 'texts')
    this.#part = { path, startsAt: 0 }
    return path
  }

  #partAt(startsAt: number): FilePart {
    return { ...this.#part, startsAt }
  }
}

/** Removes folders of processes that were killed. Those of other users stay. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = folderName.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // The folder of another user.
    }
  }
}

function isRunning(pid: number): boolean {
  if (process.platform === 'linux') return existsSync(`/proc/${pid}`)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
