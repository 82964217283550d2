// Records that were passed on and are not stored yet. If storage is slower than the load, they pile up in memory; the load
// cannot wait for them without becoming another load.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { RequestRecord } from '#core/model/run/request-record.ts'

/** Some hundred thousand requests of a few tokens each. */
const mostBytes = 64 * 2 ** 20

/** A second or two of a fast load. */
const lateBytes = 8 * 2 ** 20

/** What an object and its numbers take. */
const bytesPerRecord = 500

export class RecordsBacklog {
  readonly #tooMuch = new AbortController()
  /** Of each batch that waits, the oldest first. */
  readonly #batches: number[] = []
  #bytes = 0

  /** More must not be passed on. */
  get isFull(): boolean {
    return this.#bytes > mostBytes
  }

  /** Aborts when more is waiting than the limit, with that reason: the load ends if its process holds no records. */
  get tooMuch(): AbortSignal {
    return this.#tooMuch.signal
  }

  /** Storage falls behind: records should be written where that is cheapest. */
  get isLate(): boolean {
    return this.#bytes > lateBytes
  }

  add(records: readonly RequestRecord[]): void {
    const bytes = records.reduce((sum, record) => sum + bytesOf(record), 0)
    this.#batches.push(bytes)
    this.#bytes += bytes
    // One batch alone says nothing of how fast they are stored.
    if (this.#batches.length > 1 && this.isFull) this.#tooMuch.abort(storageTooSlow(this.#bytes))
  }

  /** The oldest batch is stored. */
  kept(): void {
    this.#bytes -= this.#batches.shift() ?? 0
  }
}

function bytesOf({ generatedText, interTokenLatenciesUs, error }: RequestRecord): number {
  const words = generatedText.length + (error?.body?.length ?? 0) + (error?.message.length ?? 0)
  return bytesPerRecord + 2 * words + interTokenLatenciesUs.byteLength
}

function storageTooSlow(bytes: number): AppError {
  const waiting = Math.round(bytes / 2 ** 20)
  return new AppError('storage-too-slow', message('runs.storageTooSlow', { size: waiting }), {
    remedy: message('runs.storageTooSlow.remedy'),
  })
}
