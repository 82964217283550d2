// A file private to this process, in a folder named after machine and process. It is removed with the process, or by a later
// process if this one was killed. Machines may share the parent folder.
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FilePart, FileRange } from '#core/workload/stored-text.ts'
import { hasCode } from './write-file.ts'

const writtenTogetherBytes = 4e6
const partBytes = 2 ** 30
const machine = encodeURIComponent(hostname())
const folderName = /^kneepoint-prompts-(\d+)@(.+)-\w{6}$/
const mostDaysElsewhere = 7

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

  /** Size in bytes, including bytes not yet written. */
  get length(): number {
    return this.#endsAt
  }

  append(bytes: Uint8Array): FileRange {
    if (this.#folder === null) {
      this.#descriptor = openSync(this.#makePlace(), 'wx+', 0o600)
    }
    if (this.#endsAt - this.#part.startsAt >= partBytes) this.#part = this.partAt(this.#endsAt)
    const from = this.#endsAt - this.#part.startsAt
    this.#endsAt += bytes.length
    this.#waiting.push(bytes)
    if (this.#endsAt - this.#writtenTo >= writtenTogetherBytes) this.flush()
    return { of: this.#part, from, to: from + bytes.length }
  }

  /** Adopts the file that `place` creates at a path; false if it creates none. Requires an empty file. */
  adopt(place: (path: string) => boolean): boolean {
    const path = this.#makePlace()
    if (!place(path)) {
      this.close()
      return false
    }
    this.#descriptor = openSync(path, 'r')
    this.#endsAt = fstatSync(this.#descriptor).size
    this.#writtenTo = this.#endsAt
    return true
  }

  /** The part of this file from that byte on. */
  partAt(startsAt: number): FilePart {
    return { ...this.#part, startsAt }
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

  /** Flushes buffered bytes, so that other processes can read them. */
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

  /** Drops bytes that could not be written. */
  dropUnwritten(): void {
    this.#waiting = []
    this.#endsAt = this.#writtenTo
  }

  /** Writes everything, and returns the path. Does not sync: a power failure may lose the file. */
  written(): string {
    this.flush()
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
    this.#folder = mkdtempSync(join(this.#parent, `kneepoint-prompts-${process.pid}@${machine}-`))
    const path = join(this.#folder, 'texts')
    this.#part = { path, startsAt: 0 }
    return path
  }
}

/** Removes folders of killed processes; folders of other machines after a week, folders of other users never. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid, owner] = folderName.exec(name) ?? []
    if (pid === undefined) continue
    const folder = join(parent, name)
    try {
      const isAbandoned = owner === machine ? !isRunning(Number(pid)) : isOld(folder)
      if (isAbandoned) rmSync(folder, { recursive: true, force: true })
    } catch {
      // The folder belongs to another user, or was just removed.
    }
  }
}

/** Age is the only criterion for other machines, because their processes cannot be checked. */
function isOld(folder: string): boolean {
  return Date.now() - statSync(folder).mtimeMs > mostDaysElsewhere * 24 * 3600 * 1000
}

function isRunning(pid: number): boolean {
  if (process.platform === 'linux') return existsSync(`/proc/${pid}`)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, ['EPERM'])
  }
}
