// Sends records to the process or thread that stores them. If storage is slower than the load, the excess is buffered here,
// because slowing the load would change it.
import { packRecords, type PackedRecords } from '#core/records/packed-records.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

/** A few hundred thousand requests with few tokens each. */
const mostBytes = 64 * 2 ** 20

/** Size of an object with its numbers, in bytes. */
const bytesPerRecord = 500

export class RecordSender {
  readonly #send: (records: PackedRecords) => void
  readonly #heldBack: (readonly RequestRecord[])[] = []
  /** Sizes of the batches that were sent but not stored yet, oldest first. */
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

  /** Call when the oldest batch is stored. */
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

  /** Sends part of a batch if the rest does not fit, because batches grow without limit while storage is late. */
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
