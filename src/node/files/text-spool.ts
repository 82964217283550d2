// Long texts in a private file, so that a workload of any size takes little memory. The first ones stay in memory: most
// workloads need no file.
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type FilePart,
  type FileRange,
  type KeepText,
  StoredText,
} from '#core/workload/stored-text.ts'

type SpoolOptions = Readonly<{
  /** Characters that stay in memory. */
  mostInMemory?: number
  folder?: string
}>

const usualMostInMemory = 64e6
/** A shorter text takes less memory than its place in a file. */
const shortest = 512
const writtenTogetherBytes = 4e6
const partBytes = 2 ** 30
const folderName = /^kneepoint-prompts-(\d+)-/

export class TextSpool {
  readonly #mostInMemory: number
  readonly #parent: string
  #inMemory = 0
  #folder: string | null = null
  #descriptor = -1
  #part: FilePart = { path: '', startsAt: 0 }
  #waiting: Buffer[] = []
  #writtenTo = 0
  #endsAt = 0

  constructor({ mostInMemory = usualMostInMemory, folder = tmpdir() }: SpoolOptions = {}) {
    this.#mostInMemory = mostInMemory
    this.#parent = folder
  }

  readonly keep: KeepText = <Text>(text: Text): Text | StoredText => {
    if (typeof text !== 'string' || text.length < shortest) return text
    this.#inMemory += text.length
    if (this.#inMemory <= this.#mostInMemory) return text
    return new StoredText(this.#append(text), text.length, (range) => this.#read(range))
  }

  /** Writes what is still in memory, so that other processes can read it. */
  flush(): void {
    for (const bytes of this.#waiting) {
      for (let done = 0; done < bytes.length;) {
        done += writeSync(
          this.#descriptor,
          bytes,
          done,
          bytes.length - done,
          this.#writtenTo + done,
        )
      }
      this.#writtenTo += bytes.length
    }
    this.#waiting = []
  }

  close(): void {
    if (this.#folder === null) return
    closeSync(this.#descriptor)
    rmSync(this.#folder, { recursive: true, force: true })
    this.#folder = null
  }

  #append(text: string): FileRange {
    if (this.#folder === null) this.#open()
    if (this.#endsAt - this.#part.startsAt >= partBytes) {
      this.#part = { ...this.#part, startsAt: this.#endsAt }
    }
    const bytes = Buffer.from(JSON.stringify(text).slice(1, -1))
    const from = this.#endsAt - this.#part.startsAt
    this.#endsAt += bytes.length
    this.#waiting.push(bytes)
    if (this.#endsAt - this.#writtenTo >= writtenTogetherBytes) this.flush()
    return { of: this.#part, from, to: from + bytes.length }
  }

  #open(): void {
    removeAbandoned(this.#parent)
    this.#folder = mkdtempSync(join(this.#parent, `kneepoint-prompts-${process.pid}-`))
    const path = join(this.#folder, 'texts')
    this.#descriptor = openSync(path, 'wx+', 0o600)
    this.#part = { path, startsAt: 0 }
  }

  #read({ of, from, to }: FileRange): string {
    this.flush()
    const bytes = Buffer.allocUnsafe(to - from)
    for (let done = 0; done < bytes.length;) {
      const count = readSync(
        this.#descriptor,
        bytes,
        done,
        bytes.length - done,
        of.startsAt + from + done,
      )
      if (count === 0) throw new Error(`${of.path} ends before ${of.startsAt + to}.`)
      done += count
    }
    return bytes.toString()
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
