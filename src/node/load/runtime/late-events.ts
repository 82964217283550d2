// Finds responses of which most token events came in one read that was late: they piled up in the socket, and the times
// between them are lost. Events of a read on time are as close together as the server wrote them.

/** Shorter waits change no figure that is reported. */
const lateReadUs = 1000

export class LateEvents {
  #readAtUs = 0
  #isLate = false
  #events = 0
  #inRead = 0
  #mostInLateRead = 0

  /** For every part of a body; parts of one read share its time. */
  beginPart(lateUs: number, readAtUs: number): void {
    if (readAtUs === this.#readAtUs) return
    this.#readAtUs = readAtUs
    this.#isLate = lateUs >= lateReadUs
    this.#inRead = 0
  }

  /** Events of the latest part, each in a chunk of its own. */
  add(count: number): void {
    this.#events += count
    if (!this.#isLate) return
    this.#inRead += count
    if (this.#inRead > this.#mostInLateRead) this.#mostInLateRead = this.#inRead
  }

  /** More than half of at least two events came in one late read. */
  get readAtOnce(): boolean {
    return this.#mostInLateRead > 1 && 2 * this.#mostInLateRead > this.#events
  }
}
