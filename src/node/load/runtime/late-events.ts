// Finds responses with most token events in one late read: they piled up in the socket, and the times between them are lost.
// Events of a punctual read are as close together as the server wrote them.

/** Shorter waits change no reported metric. */
const lateReadUs = 1000

export class LateEvents {
  #readAtUs = 0
  #isLate = false
  #events = 0
  #inRead = 0
  #mostInLateRead = 0

  /** Called for every part of a body; parts of one read share its time. */
  beginPart(lateUs: number, readAtUs: number): void {
    if (readAtUs === this.#readAtUs) return
    this.#readAtUs = readAtUs
    this.#isLate = lateUs >= lateReadUs
    this.#inRead = 0
  }

  /** Number of events in the latest part, each in a separate chunk. */
  add(count: number): void {
    this.#events += count
    if (!this.#isLate) return
    this.#inRead += count
    if (this.#inRead > this.#mostInLateRead) this.#mostInLateRead = this.#inRead
  }

  /** True if more than half of at least two events arrived in one late read. */
  get readAtOnce(): boolean {
    return this.#mostInLateRead > 1 && 2 * this.#mostInLateRead > this.#events
  }
}

/**
 * Calls back once all data that has arrived by now was read. After this process was blocked, timers fire before its sockets are read,
 * and data that arrived in time would count as missing.
 */
export function afterReading(act: () => void): void {
  setImmediate(act)
}
