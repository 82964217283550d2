// Whether more load still gives more throughput: a server that has enough of it only keeps requests waiting.
import type { CurveLevel } from './curve-levels.ts'

/** Twice the load gains no more than this share. */
const negligibleGain = 0.05

/** `levels` ascending by load. */
export function hasLevelledOff(levels: readonly CurveLevel[]): boolean {
  const gain = lastGain(levels)
  return gain !== null && gain <= 1 + negligibleGain
}

/** Throughput at the highest load per that at half of it or less; null where neither was measured. */
export function lastGain(levels: readonly CurveLevel[]): number | null {
  const highest = levels.at(-1)
  const half = levels.findLast(({ load }) => highest !== undefined && load <= highest.load / 2)
  if (highest === undefined || half === undefined || half.throughput === 0) return null
  return highest.throughput / half.throughput
}
