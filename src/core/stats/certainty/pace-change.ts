// Whether the server became faster or slower towards the end of a window at equal concurrency: a regression of log time per token
// on time and on concurrently generating requests. Formulas: docs/measuring/certainty.md.
import { batches, meanOf } from './batch-means.ts'
import { studentReach } from './distributions.ts'
import { countUpTo } from '../durations/durations.ts'
import { inOrderOf, sortedOf, valuesAt } from '../durations/in-order.ts'
import { NumberList } from '../durations/number-list.ts'
import { endS, type MeasuredRequest, successesIn, tpotS } from '#core/records/measured-request.ts'

type Window = Readonly<{ startS: number; endS: number }>

/** Change from the beginning of the window to its end. */
type PaceChange = Readonly<{ share: number; isSure: boolean }>

/** Probability of a significant change by chance. */
const risk = 0.0033
/** Time, requests in flight and the mean. */
const estimated = 3

/** `parts` do not overlap: their sums are independent (Bell and McCaffrey 2002 for the degrees of freedom, roughly). */
export function paceChange(
  requests: Iterable<MeasuredRequest>,
  window: Window,
  parts: number,
): PaceChange {
  const { atS, logs, inFlight } = pacesIn(requests, window)
  const within = { share: 0, isSure: false }
  if (parts <= estimated) return within
  const span = window.endS - window.startS
  const time = without(
    inFlight,
    atS.map((each) => each / span),
  )
  const pace = without(inFlight, logs)
  const squares = time.reduce((sum, each) => sum + each * each, 0)
  if (squares === 0) return within
  const slope = time.reduce((sum, each, at) => sum + each * (pace[at] ?? 0), 0) / squares
  const errors = time.map((each, at) => each * ((pace[at] ?? 0) - slope * each))
  const size = Math.floor(errors.length / parts)
  const spread = batches(errors, parts).reduce((sum, mean) => sum + (size * mean) ** 2, 0)
  const degrees = parts - estimated
  const error = Math.sqrt((spread * parts) / degrees) / squares
  return {
    share: Math.expm1(slope),
    isSure: Math.abs(slope) > studentReach(1 - risk, degrees) * error,
  }
}

/** Residuals of the regression of each value on `known`. */
export function without(known: Float64Array, values: Float64Array): Float64Array {
  const [usual, mean] = [meanOf(known), meanOf(values)]
  const squares = known.reduce((sum, each) => sum + (each - usual) ** 2, 0)
  const together = values.reduce((sum, each, at) => sum + each * ((known[at] ?? 0) - usual), 0)
  const slope = squares === 0 ? 0 : together / squares
  return values.map((each, at) => each - mean - slope * ((known[at] ?? 0) - usual))
}

type Paces = Readonly<{
  /** Middle of the generation of each request, in order. */
  atS: Float64Array
  /** Log time per output token; log E2EL without tokens. */
  logs: Float64Array
  /** Mean number of concurrently generating requests. */
  inFlight: Float64Array
}>

function pacesIn(requests: Iterable<MeasuredRequest>, window: Window): Paces {
  const firsts = new NumberList()
  const ends = new NumberList()
  const own = { fromS: new NumberList(), untilS: new NumberList(), log: new NumberList() }
  for (const request of successesIn(requests)) {
    const { startS, ttftS, latencyS } = request
    const tpot = tpotS(request)
    const [fromS, untilS] = [tpot === null ? startS : startS + ttftS, endS(request)]
    firsts.add(fromS)
    ends.add(untilS)
    if (startS < window.startS || startS >= window.endS || untilS <= fromS) continue
    own.fromS.add(fromS)
    own.untilS.add(untilS)
    own.log.add(Math.log(tpot ?? latencyS))
  }
  const order = inOrderOf(own.fromS.all)
  const fromsS = valuesAt(order, own.fromS.all)
  const untilsS = valuesAt(order, own.untilS.all)
  const began = new Sums(firsts.all)
  const ended = new Sums(ends.all)
  const lastedUntil = (momentS: number) => began.beyond(momentS) - ended.beyond(momentS)
  return {
    atS: fromsS.map((fromS, at) => (fromS + (untilsS[at] ?? 0)) / 2),
    logs: valuesAt(order, own.log.all),
    inFlight: fromsS.map((fromS, at) => {
      const untilS = untilsS[at] ?? 0
      return (lastedUntil(untilS) - lastedUntil(fromS)) / (untilS - fromS)
    }),
  }
}

/** Times in order, with their sums. */
class Sums {
  readonly #momentsS: Float64Array
  readonly #sums: Float64Array

  constructor(momentsS: Float64Array) {
    let sum = 0
    this.#momentsS = sortedOf(momentsS)
    this.#sums = this.#momentsS.map((each) => (sum += each))
  }

  /** Sum of the seconds from each earlier time to this one. */
  beyond(momentS: number): number {
    const earlier = countUpTo(this.#momentsS, momentS)
    return earlier * momentS - (this.#sums[earlier - 1] ?? 0)
  }
}
