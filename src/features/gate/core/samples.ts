// Figures of a gate, taken from the runs of its repeats.
import {
  comparableFigures,
  figureKey,
  type ComparableRun,
  type FigureIdentity,
} from '#core/compare/comparable-figures.ts'
import { concludedRequests, genuineFailures } from '#core/stats/genuine-failures.ts'
import type { GateSample, GateSamples } from './loss.ts'
import { jobsOf, type StartedRun } from '#core/compare/starts.ts'

/**
 * Samples by `figureKey`, without runs that lack the metric. Runs of a pair have the same prompts and schedule; an earlier
 * baseline has separate runs, in any number.
 */
export function samplesOfSides(
  {
    baseline,
    candidate,
    paired,
  }: Readonly<{
    baseline: readonly GatedRun[]
    candidate: readonly GatedRun[]
    paired: boolean
  }>,
  figures: readonly FigureIdentity[],
): ReadonlyMap<string, GateSamples> {
  const [ones, others] = [valuesByRun(baseline), valuesByRun(candidate)]
  return new Map(
    figures.map((figure) => {
      const key = figureKey(figure)
      const of = (side: readonly ReadonlyMap<string, GateSample>[]) =>
        side.flatMap((values) => values.get(key) ?? [])
      return [key, { baseline: of(ones), candidate: of(others), paired }]
    }),
  )
}

type GatedRun = ComparableRun & StartedRun

function valuesByRun(runs: readonly GatedRun[]): ReadonlyMap<string, GateSample>[] {
  const jobs = jobsOf(runs)
  return runs.map((run, at) => valuesOf(run, jobs[at] ?? at))
}

function valuesOf(run: ComparableRun, job: number): ReadonlyMap<string, GateSample> {
  return new Map(
    comparableFigures(run).map((figure) => {
      const counts = figure.name === 'failedShare' ? countsOf(run) : null
      return [figureKey(figure), { value: figure.value, counts, job }]
    }),
  )
}

function countsOf({ summary }: ComparableRun): GateSample['counts'] {
  return { failed: genuineFailures(summary) ?? 0, all: concludedRequests(summary) }
}
