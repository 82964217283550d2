// A search for a capacity with the steps of a sweep, on runs in virtual time.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { CapacityAnswer } from '#core/model/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { nextStep } from '#core/sweep/search/next-step.ts'
import type { SearchTry } from '#core/sweep/search/search-step.ts'

export type VirtualSearch = Readonly<{ answer: CapacityAnswer; runs: number }>

type MeasuredLoad = Readonly<{
  config: BenchmarkConfig
  requests: Parameters<typeof wholeSummary>[0]
}>

/** `measure` receives the load and the number of earlier runs. */
export function virtualSearch(
  plan: SweepPlan,
  measure: (load: number, run: number) => MeasuredLoad,
): VirtualSearch {
  const tried: SearchTry[] = []
  for (;;) {
    const step = nextStep(plan, tried)
    if (step.kind === 'done') {
      if (step.answer.kind !== 'capacity') throw new Error('A curve was not asked for.')
      return { answer: step.answer, runs: tried.length }
    }
    const { config, requests } = measure(step.load, tried.length)
    tried.push({ ...step, config, summary: wholeSummary(requests, config) })
  }
}
