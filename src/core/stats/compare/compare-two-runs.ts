// One run against another, as every surface shows it.
import type { Run } from '#core/model/run/run.ts'
import { compareRuns, type ComparedFigure } from './compare-runs.ts'
import { comparedSide } from './compared-side.ts'
import { comparisonOf, type Comparison } from './comparison.ts'
import { loadDifferences, type LoadedRun } from './load-differences.ts'

export type ComparedRun = LoadedRun & Readonly<{ status?: Run['status'] }>

export function compareTwoRuns(base: ComparedRun, other: ComparedRun): Comparison<ComparedFigure> {
  return comparisonOf(compareRuns(base, other), {
    base: comparedSide([base]),
    other: comparedSide([other]),
    differences: loadDifferences(base, other),
    runs: [base, other],
  })
}
