// Decides when each request leaves, or each conversation begins: on schedule, in order, and never more at once than
// allowed. One that is late leaves at once; the schedule itself never shifts.
import { nowUs } from '../runtime/clock.ts'
import { PreciseTimer } from '../runtime/precise-timer.ts'
import type { PlaceUse } from '#core/workload/lent-places.ts'
import { dueBy } from './due-by.ts'
import type { PlaceHolder } from './held-places.ts'
import type { Turns } from './turns.ts'

/** How long sending, and what goes with it, may keep the event loop from reading. */
export const longestSliceUs = 600

/** More than any machine has in flight. Infinity is another kind of number to the compiler than the limits there are. */
const unlimited = 2 ** 30 - 1

export type DispatcherOptions = Readonly<{
  turns: Turns
  /** When each is to leave, in µs from the start; ascending. */
  offsetsUs: Float64Array
  /** From then on nothing leaves any more. Where there are no offsets, requests leave whenever there is room. */
  untilUs: number
  maxConcurrency: number | null
  /** Places under the limit that others have; none where it is left out. */
  occupied?: () => number
  /** Sends one; `dueAtUs` is when it was free to leave, so that what exceeds it is our own delay. */
  depart: (index: number, dueAtUs: number) => void
}>

export class Dispatcher implements PlaceHolder {
  readonly #options: DispatcherOptions
  #limit: number
  readonly #occupied: () => number
  readonly #timer = new PreciseTimer(() => this.#sendDue())
  #startUs = 0
  #slotFreedAtUs = 0
  #sent = 0
  #inFlight = 0
  #stopped = false
  #closed = false
  #sending = false

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#limit = options.maxConcurrency ?? unlimited
    this.#occupied = options.occupied ?? (() => 0)
  }

  start(startUs: number): void {
    this.#startUs = startUs
    this.#sendDue()
  }

  /** One request has ended: the next in line may take its place. */
  free(): void {
    this.#inFlight--
    this.vacated()
  }

  /** A place under the limit is free that was not a moment ago. */
  vacated(): void {
    if (this.#inFlight + this.#occupied() + 1 === this.#limit) {
      this.#slotFreedAtUs = nowUs() - this.#startUs
    }
    this.#sendDue()
  }

  /** Of requests, or of conversations: places count for either. */
  use(): PlaceUse {
    const inFlight = this.#inFlight + this.#occupied()
    const isFull = inFlight >= this.#limit
    const places = Math.max(this.#limit, inFlight)
    return { places, inFlight, waiting: isFull ? this.#waiting() : 0 }
  }

  setPlaces(places: number): void {
    const inFlight = this.#inFlight + this.#occupied()
    const wasFull = inFlight >= this.#limit
    this.#limit = places
    if (wasFull && inFlight < places) this.#slotFreedAtUs = nowUs() - this.#startUs
    this.#sendDue()
  }

  /** Nothing leaves any more. */
  stop(): void {
    this.#stopped = true
    this.#timer.clear()
  }

  /** How long it has kept the loop turning for what was due next. */
  get waitedUs(): number {
    return this.#timer.waitedUs
  }

  get sent(): number {
    return this.#sent
  }

  /** Every request that was to leave has left. */
  get allSent(): boolean {
    return this.#closed || this.#options.turns.exhausted
  }

  /** No request is in flight and none will be. */
  get over(): boolean {
    return this.#inFlight === 0 && (this.#stopped || this.allSent)
  }

  /** Due, and held back by the limit. */
  #waiting(): number {
    if (this.#stopped || this.allSent) return 0
    const { offsetsUs, untilUs } = this.#options
    const atUs = nowUs() - this.#startUs
    if (atUs >= untilUs) return 0
    return offsetsUs.length === 0 ? this.#limit + 1 : dueBy(offsetsUs, atUs) - this.#sent
  }

  #sendDue(): void {
    // A request that fails at once frees its place while we are still here: the loop then goes on by itself.
    if (this.#sending) return
    this.#sending = true
    this.#sendUntilBusy()
    this.#sending = false
  }

  #sendUntilBusy(): void {
    const { offsetsUs, untilUs, turns, depart } = this.#options
    const sinceUs = nowUs() - this.#startUs
    while (!this.#stopped && !this.#closed && this.#inFlight + this.#occupied() < this.#limit) {
      const atUs = nowUs() - this.#startUs
      this.#closed = atUs >= untilUs
      const index = this.#closed ? null : turns.next()
      if (index === null) return
      const offsetUs = offsetsUs[index] ?? 0
      if (offsetUs > atUs) return this.#timer.set(this.#startUs + offsetUs)
      // Answers to what has left must not wait for all the rest to leave.
      if (atUs - sinceUs > longestSliceUs) return this.#timer.set(0)
      turns.take()
      this.#sent++
      this.#inFlight++
      depart(index, Math.max(offsetUs, this.#slotFreedAtUs))
    }
  }
}
