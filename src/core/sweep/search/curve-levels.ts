// The throughput–latency curve a search has measured so far: one place per load, repeats as their mean.
import { taskOf } from '#core/model/benchmark/backend-traits.ts'
import type { MeasuredTry } from './search-step.ts'

export type CurveLevel = Readonly<{
  load: number
  /** Tokens, or requests where none are generated, per second. */
  throughput: number
  /** Mean E2EL, ms. */
  latency: number
}>

/** Ascending by load; loads at which nothing was answered are left out. */
export function curveLevels(runs: readonly MeasuredTry[]): CurveLevel[] {
  const answered = runs.filter(({ summary }) => summary.completed > 0)
  const loads = [...new Set(answered.map(({ load }) => load))].sort((a, b) => a - b)
  return loads.map((load) => {
    const here = answered.filter((run) => run.load === load)
    const mean = (of: (run: MeasuredTry) => number) =>
      here.reduce((sum, run) => sum + of(run), 0) / here.length
    return {
      load,
      throughput: mean(throughputOf),
      latency: mean(({ summary }) => summary.metrics.e2el.mean),
    }
  })
}

/** At a rate, while it lasted: over the whole of a short run it is mostly the wait for the last answers. */
function throughputOf({ config, summary }: MeasuredTry): number {
  const throughput = summary[taskOf(config).throughputs[0]]
  const answered = summary.certainty?.rate?.answered ?? null
  return answered === null ? throughput : (throughput / summary.requestThroughput) * answered
}
