// Decides when each request is sent, or each conversation begins: on schedule, in order, and within the concurrency limit. A
// late one is sent at once; the schedule itself never shifts.
import { nowUs } from '../runtime/clock.ts'
import { PreciseTimer } from '../runtime/precise-timer.ts'
import type { PlaceUse } from '#core/workload/lent-places.ts'
import { countUpTo } from '#core/stats/durations/durations.ts'
import type { PlaceHolder } from './held-places.ts'
import type { Turns } from './turns.ts'

/** Maximum time for which sending may keep the event loop from reading. */
export const longestSliceUs = 600

/** More than any machine can have in flight. Not Infinity, which the compiler treats as a double. */
const unlimited = 2 ** 30 - 1

export type DispatcherOptions = Readonly<{
  turns: Turns
  /** Due time of each request, in µs from the start; ascending. */
  offsetsUs: Float64Array
  /** Time after which nothing is sent. Without offsets, requests are sent whenever a slot is free. */
  untilUs: number
  maxConcurrency: number | null
  /** Slots under the limit that others occupy; none if omitted. */
  occupied?: () => number
  /** Sends one request; `dueAtUs` is when it could be sent, so that any excess is the client's own delay. */
  depart: (index: number, dueAtUs: number) => void
  /** Called if the time elapses before anything was sent, because then no request's end can signal the end of the run. */
  onOver?: () => void
}>

export class Dispatcher implements PlaceHolder {
  readonly #options: DispatcherOptions
  #limit: number
  readonly #occupied: () => number
  readonly #timer = new PreciseTimer(() => {
    this.#sendDue()
    if (this.over) this.#options.onOver?.()
  })
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

  /** Call when one request has ended: the next in line may take its slot. */
  free(): void {
    this.#inFlight--
    this.vacated()
  }

  /** Call when a slot under the limit became free. */
  vacated(): void {
    if (this.#inFlight + this.#occupied() + 1 === this.#limit) {
      this.#slotFreedAtUs = nowUs() - this.#startUs
    }
    this.#sendDue()
  }

  /** Slots in use, by requests or by conversations. */
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

  /** Sends nothing further. */
  stop(): void {
    this.#stopped = true
    this.#timer.clear()
  }

  /** Time it kept the loop spinning until the next due time. */
  get waitedUs(): number {
    return this.#timer.waitedUs
  }

  get sent(): number {
    return this.#sent
  }

  /** Whether every scheduled request has been sent. */
  get allSent(): boolean {
    return this.#closed || this.#options.turns.exhausted
  }

  /** True if no request is in flight and none will be. */
  get over(): boolean {
    return this.#inFlight === 0 && (this.#stopped || this.allSent)
  }

  /** Requests that are due but exceed the limit. */
  #waiting(): number {
    if (this.#stopped || this.allSent) return 0
    const { offsetsUs, untilUs } = this.#options
    const atUs = nowUs() - this.#startUs
    if (atUs >= untilUs) return 0
    return offsetsUs.length === 0 ? this.#limit + 1 : countUpTo(offsetsUs, atUs) - this.#sent
  }

  #sendDue(): void {
    // A request that fails at once frees its slot during this call; the running loop then sends the next.
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
      // Handle responses before sending the remaining due requests.
      if (atUs - sinceUs > longestSliceUs) return this.#timer.set(0)
      turns.take()
      this.#sent++
      this.#inFlight++
      depart(index, Math.max(offsetUs, this.#slotFreedAtUs))
    }
  }
}
