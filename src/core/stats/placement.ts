// Bound on the error of figures that compare times of different machines. Formulas: docs/measuring/client.md.
import type { Placement } from '#core/model/run/placement.ts'
import type { SteadyState } from '#core/model/run/steady-state.ts'
import { wasSent } from '#core/records/request-outcome.ts'
import { peakConcurrency } from './concurrency.ts'
import { endS, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { sortedOf } from './durations/in-order.ts'
import { NumberList } from './durations/number-list.ts'

type PlacementInput = Readonly<{
  /** All times of a request are off by the same amount, of at most this size. */
  errorS: number
  steadyState: SteadyState | null
}>

export function placementOf(
  requests: Iterable<MeasuredRequest>,
  { errorS, steadyState }: PlacementInput,
): Placement {
  const spans = { narrow: new Spans(errorS), wide: new Spans(-errorS) }
  let firstStartS = Infinity
  for (const request of requests) {
    if (isSuccess(request)) firstStartS = Math.min(firstStartS, request.startS)
    if (!wasSent(request)) continue
    for (const each of [spans.narrow, spans.wide]) each.add(request.startS, endS(request))
  }
  return {
    errorMs: errorS * 1000,
    peakConcurrency: { low: spans.narrow.peak, high: spans.wide.peak },
    maxTokenEventsPerS: busiestSecond(requests, { errorS, firstStartS }),
    steadyThroughput: steadyState && steadyFactors(steadyState.window.durationS, errorS),
  }
}

/** Shortened at both ends by an amount, or lengthened if it is negative. */
class Spans {
  readonly #byS: number
  readonly #startsS = new NumberList()
  readonly #endsS = new NumberList()

  constructor(byS: number) {
    this.#byS = byS
  }

  /** An interval shorter than the error may overlap with nothing. */
  add(startS: number, untilS: number): void {
    if (startS + this.#byS > untilS - this.#byS) return
    this.#startsS.add(startS + this.#byS)
    this.#endsS.add(untilS - this.#byS)
  }

  get peak(): number {
    return peakConcurrency({
      startsS: sortedOf(this.#startsS.all),
      endsS: sortedOf(this.#endsS.all),
    })
  }
}

type Seconds = Readonly<{ errorS: number; firstStartS: number }>

/** Both an event and the first start, from which seconds count, may be off; an event near an edge may belong to either side. */
function busiestSecond(
  requests: Iterable<MeasuredRequest>,
  { errorS, firstStartS }: Seconds,
): Placement['maxTokenEventsPerS'] {
  const sure = new Map<number, number>()
  const possible = new Map<number, number>()
  const count = (counts: Map<number, number>, second: number) =>
    counts.set(second, (counts.get(second) ?? 0) + 1)
  const add = (atS: number) => {
    const first = Math.floor(atS - firstStartS - 2 * errorS)
    const last = Math.floor(atS - firstStartS + 2 * errorS)
    if (first === last) count(sure, first)
    for (let second = Math.max(0, first); second <= last; second++) count(possible, second)
  }
  for (const request of requests) {
    if (!isSuccess(request)) continue
    let atS = request.startS + request.ttftS
    add(atS)
    for (const gapUs of request.interTokenLatenciesUs) add((atS += gapUs / 1e6))
  }
  return { low: largest(sure), high: largest(possible) }
}

/** At a steady rate: events that may have crossed an edge of the window, and the length of the window itself. */
function steadyFactors(durationS: number, errorS: number): Placement['steadyThroughput'] {
  const share = (2 * errorS) / durationS
  return {
    low: Math.max(0, 1 - share) / (1 + share),
    high: (1 + share) / Math.max(1 - share, 1e-9),
  }
}

function largest(counts: ReadonlyMap<number, number>): number {
  let most = 0
  for (const count of counts.values()) most = Math.max(most, count)
  return most
}
