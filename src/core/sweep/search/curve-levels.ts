// The throughput–latency curve a search has measured so far: one place per load, repeats as their mean.
import { taskOf } from '#core/model/backend-traits.ts'
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
      throughput: mean(({ config, summary }) => summary[taskOf(config).throughputs[0]]),
      latency: mean(({ summary }) => summary.metrics.e2el.mean),
    }
  })
}
