// Records on their way to the process or thread that stores them. If storage is slower than the load, the rest is held here: the
// load cannot wait without becoming another load.
import { packRecords, type PackedRecords } from '#core/records/packed-records.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

/** Some hundred thousand requests of a few tokens each. */
const mostBytes = 64 * 2 ** 20

/** Bytes of an object and its numbers. */
const bytesPerRecord = 500

export class RecordSender {
  readonly #send: (records: PackedRecords) => void
  readonly #heldBack: (readonly RequestRecord[])[] = []
  /** Sizes of the batches that were sent and not stored yet, the oldest first. */
  readonly #sent: number[] = []
  #sentBytes = 0
  #onEmpty: () => void = () => undefined

  constructor(send: (records: PackedRecords) => void) {
    this.#send = send
  }

  append(records: readonly RequestRecord[]): void {
    this.#heldBack.push(records)
    this.#pass()
  }

  /** The oldest batch is stored. */
  kept(): void {
    this.#sentBytes -= this.#sent.shift() ?? 0
    this.#pass()
    if (this.#heldBack.length === 0) this.#onEmpty()
  }

  /** Resolves when all batches are sent. */
  async allSent(): Promise<void> {
    if (this.#heldBack.length > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve))
  }

  get #isFull(): boolean {
    return this.#sentBytes > mostBytes
  }

  /** Sends part of a batch if the rest does not fit: a late reader has batches of any size. */
  #pass(): void {
    while (!this.#isFull) {
      const next = this.#heldBack.shift()
      if (next === undefined) return
      let [bytes, count] = [0, 0]
      for (const record of next) {
        if (this.#sentBytes + bytes > mostBytes) break
        bytes += bytesOf(record)
        count++
      }
      if (count < next.length) this.#heldBack.unshift(next.slice(count))
      this.#sent.push(bytes)
      this.#sentBytes += bytes
      this.#send(packRecords(next.slice(0, count)))
    }
  }
}

function bytesOf({ generatedText, interTokenLatenciesUs, error }: RequestRecord): number {
  const characters =
    generatedText.length + (error?.body?.length ?? 0) + (error?.message.length ?? 0)
  return bytesPerRecord + 2 * characters + interTokenLatenciesUs.byteLength
}
