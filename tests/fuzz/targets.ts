// Everything that reads what others wrote.
import type { FuzzTarget } from './fuzz-target.ts'
import { bundleTargets } from './targets/bundles.ts'
import { commandLineTargets } from './targets/command-lines.ts'
import { datasetTargets } from './targets/datasets.ts'
import { hostTextTargets } from './targets/host-texts.ts'
import { resultFileTargets } from './targets/result-files.ts'
import { streamTargets } from './targets/streams.ts'
import { sweepFileTargets } from './targets/sweep-files.ts'

export const fuzzTargets: readonly FuzzTarget[] = [
  ...streamTargets,
  ...commandLineTargets,
  ...hostTextTargets,
  ...resultFileTargets,
  ...bundleTargets,
  ...sweepFileTargets,
  ...datasetTargets,
]

const wholeWeight = fuzzTargets.reduce((sum, { weight }) => sum + weight, 0)

/** A reader may refuse every one of fewer inputs. */
const fewestInputs = 40

/** Number of the inputs that a target gets. */
export function shareOf({ weight }: FuzzTarget, inputs: number): number {
  return Math.max(fewestInputs, Math.ceil((inputs * weight) / wholeWeight))
}
