// Start and end times of requests, needed before counting per second or in a window.
import { wasSent } from '#core/records/request-outcome.ts'
import { peakConcurrency, type Spans } from './concurrency.ts'
import { endS, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { sortedOf } from './durations/in-order.ts'
import { NumberList } from './durations/number-list.ts'

export class RequestSpans {
  readonly #all = new SpanList()
  readonly #successes = new SpanList()
  /** Successful requests only. */
  firstStartS = Infinity
  lastEndS = 0

  add(request: MeasuredRequest): void {
    if (wasSent(request)) this.#all.add(request)
    if (!isSuccess(request)) return
    this.#successes.add(request)
    this.firstStartS = Math.min(this.firstStartS, request.startS)
    this.lastEndS = Math.max(this.lastEndS, endS(request))
  }

  /** Peak concurrency, including failed requests. */
  peakConcurrency(): number {
    return peakConcurrency(this.#all.sorted())
  }

  ofSuccesses(): Spans {
    return this.#successes.sorted()
  }
}

class SpanList {
  readonly #startsS = new NumberList()
  readonly #endsS = new NumberList()

  add(request: MeasuredRequest): void {
    this.#startsS.add(request.startS)
    this.#endsS.add(endS(request))
  }

  sorted(): Spans {
    return {
      startsS: sortedOf(this.#startsS.all),
      endsS: sortedOf(this.#endsS.all),
    }
  }
}
