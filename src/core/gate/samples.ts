// The figures of a gate, taken from the runs of its repeats.
import {
  comparableFigures,
  figureKey,
  type ComparableRun,
  type NamedFigure,
} from '#core/stats/compare/comparable-figures.ts'
import { concludedRequests, genuineFailures } from '#core/stats/genuine-failures.ts'
import type { GateSample, GateSamples } from './loss.ts'

/**
 * By `figureKey`; a figure that a run lacks is not among its samples. Runs of pairs have the same prompts and schedule; a
 * baseline that was measured before has runs of its own, and any number of them.
 */
export function samplesOfSides(
  {
    baseline,
    candidate,
    paired,
  }: Readonly<{
    baseline: readonly ComparableRun[]
    candidate: readonly ComparableRun[]
    paired: boolean
  }>,
  figures: readonly NamedFigure[],
): ReadonlyMap<string, GateSamples> {
  const [ones, others] = [baseline.map(valuesOf), candidate.map(valuesOf)]
  return new Map(
    figures.map((figure) => {
      const key = figureKey(figure)
      const of = (side: readonly ReadonlyMap<string, GateSample>[]) =>
        side.flatMap((values) => values.get(key) ?? [])
      return [key, { baseline: of(ones), candidate: of(others), paired }]
    }),
  )
}

function valuesOf(run: ComparableRun): ReadonlyMap<string, GateSample> {
  return new Map(
    comparableFigures(run).map((figure) => {
      const counts = figure.name === 'failedShare' ? countsOf(run) : null
      return [figureKey(figure), { value: figure.value, counts }]
    }),
  )
}

function countsOf({ summary }: ComparableRun): GateSample['counts'] {
  return { failed: genuineFailures(summary) ?? 0, all: concludedRequests(summary) }
}
