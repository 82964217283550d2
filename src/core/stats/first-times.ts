// How long the first chunk, content, reasoning and tool call took, where that says more than TTFT does.
import { firstKinds, outputKinds, type FirstKind } from '#core/records/request-outcome.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import { listedDurations } from './durations/durations.ts'
import { isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { metricStats } from './metric-stats.ts'
import { NumberList } from './durations/number-list.ts'

export class FirstTimeValues {
  readonly #valuesS: Readonly<Record<FirstKind, NumberList>> = {
    chunk: new NumberList(),
    content: new NumberList(),
    reasoning: new NumberList(),
    toolCall: new NumberList(),
  }
  #hasMereChunks = false

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) return
    const { firstS, ttftS } = request
    if (firstS.chunk !== null && firstS.chunk !== ttftS) this.#hasMereChunks = true
    for (const kind of firstKinds) if (firstS[kind] !== null) this.#valuesS[kind].add(firstS[kind])
  }

  stats(percentiles: readonly number[]): RunSummary['firsts'] {
    const stats = this.#tellingKinds().map((kind) => {
      const durations = listedDurations(this.#valuesS[kind].all)
      return [kind, metricStats(durations, percentiles)] as const
    })
    return Object.fromEntries(stats)
  }

  /** A chunk that is no token, and the kinds of output where there is more than plain content. */
  #tellingKinds(): FirstKind[] {
    const came = outputKinds.filter((kind) => this.#valuesS[kind].length > 0)
    return [
      ...(this.#hasMereChunks ? (['chunk'] as const) : []),
      ...(came.some((kind) => kind !== 'content') ? came : []),
    ]
  }
}
