// Shares a concurrency limit among workers while they send. At any time, the slots of all workers and those being transferred
// add up to the limit: a slot is granted only after another worker has confirmed its release.
import type { PlaceOrder, PlaceReport } from '#contract/load-protocol.ts'
import { lentPlaces, type PlaceUse } from '#core/workload/lent-places.ts'

type WorkerPlaces = {
  use: PlaceUse
  /** Maximum number of requests it may have in flight, whether or not the last order has arrived. */
  most: number
  /** Number of the last order; the worker's use is uncertain until it confirms the order. */
  ordered: number
  isConfirmed: boolean
}

/** Interval of orders. */
const lendEveryMs = 10

export class PlaceLender {
  readonly #limit: number
  readonly #held: WorkerPlaces[]
  readonly #order: (worker: number, order: PlaceOrder) => void
  #timer: NodeJS.Timeout | undefined
  #lentAtMs = -Infinity

  /** `parts` are the initial slots of each worker, which add up to the limit. */
  constructor(parts: readonly number[], order: (worker: number, order: PlaceOrder) => void) {
    this.#limit = parts.reduce((sum, part) => sum + part, 0)
    this.#order = order
    this.#held = parts.map((places) => ({
      use: { places, inFlight: places, waiting: 0 },
      most: places,
      ordered: 0,
      isConfirmed: true,
    }))
  }

  take(worker: number, { order, ...use }: PlaceReport): void {
    const held = this.#held[worker]
    if (held === undefined || order !== held.ordered) return
    held.use = use
    held.most = use.places
    held.isConfirmed = true
    this.#lendSoon()
  }

  /** The worker sends no more, so its slots are free. */
  release(worker: number): void {
    const held = this.#held[worker]
    if (held === undefined) return
    held.use = { places: 0, inFlight: 0, waiting: 0 }
    held.most = 0
    held.ordered = Infinity
    held.isConfirmed = false
    this.#lendSoon()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #lendSoon(): void {
    if (this.#timer !== undefined) return
    const waitMs = Math.max(0, this.#lentAtMs + lendEveryMs - performance.now())
    this.#timer = setTimeout(() => this.#lend(), waitMs)
  }

  #lend(): void {
    this.#timer = undefined
    this.#lentAtMs = performance.now()
    const spare = this.#limit - this.#held.reduce((sum, { most }) => sum + most, 0)
    const settled = this.#held.filter(({ isConfirmed }) => isConfirmed)
    const wanted = lentPlaces(
      settled.map(({ use }) => use),
      spare,
    )
    let left = spare
    settled.forEach((held, i) => {
      const places = wanted[i] ?? held.use.places
      // Slots that others must release first are granted in a later round.
      const now = Math.min(places, held.use.places + left)
      if (now === held.use.places) return
      left -= Math.max(0, now - held.use.places)
      this.#send(held, now)
    })
  }

  #send(held: WorkerPlaces, places: number): void {
    held.most = Math.max(held.most, places)
    held.ordered += 1
    held.isConfirmed = false
    this.#order(this.#held.indexOf(held), { places, number: held.ordered })
  }
}
