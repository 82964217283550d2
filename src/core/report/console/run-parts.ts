// Parts of a run in their order on every surface.
import { contentsOf } from '#core/compat/compat-profile-of.ts'
import { decodingPart, wastePart } from './decoding-section.ts'
import * as features from './features.ts'
import { probePart } from './probe-report.ts'
import type { PrintedRun, RunPart } from './run-part.ts'

export const runParts: readonly RunPart[] = [
  probePart,
  decodingPart,
  wastePart,
  ...Object.values<RunPart>(features),
]

/** Tables of the parts that the run has. */
export function partTables(run: PrintedRun, parts = runParts) {
  return parts.flatMap(({ table }) => table?.(run) ?? [])
}

/** Parts that the client of the compatibility profile reports. */
export function reportedParts({ config }: PrintedRun): readonly RunPart[] {
  const { keys } = contentsOf(config)
  return runParts.filter(({ key }) => keys.includes(key))
}
