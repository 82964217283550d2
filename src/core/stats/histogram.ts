// Counts of values by size, for drawing: equal bins over the bulk, one wider bin for a far tail.
import { quantileOfSorted } from './quantile.ts'

export type Histogram = Readonly<{
  /** One more edge than counts. */
  edges: number[]
  counts: number[]
}>

const maxBins = 60
/** Values above this quantile may share the last bin, lest one straggler flatten the picture. */
const bulk = 0.995

/** Of ascending values; no bins for an empty list. */
export function histogramOfSorted(sorted: Float64Array): Histogram {
  const least = sorted[0]
  const most = sorted.at(-1)
  if (least === undefined || most === undefined) return { edges: [], counts: [] }
  const edges = edgesFor(sorted, least, most)
  return { edges, counts: countsBetween(sorted, edges) }
}

function edgesFor(sorted: Float64Array, least: number, most: number): number[] {
  const bulkEnd = quantileOfSorted(sorted, bulk)
  if (least === bulkEnd) return [least, most]
  const width = binWidth(sorted, bulkEnd - least)
  const bins = Math.min(maxBins, Math.ceil((most - least) / width))
  const edges = Array.from({ length: bins + 1 }, (_, index) => least + index * width)
  edges[bins] = most
  return edges
}

/** Freedman and Diaconis: bins as wide as the middle half allows for this many values. */
function binWidth(sorted: Float64Array, range: number): number {
  const middleHalf = quantileOfSorted(sorted, 0.75) - quantileOfSorted(sorted, 0.25)
  const wanted = (2 * middleHalf) / Math.cbrt(sorted.length)
  return Math.max(wanted, range / (maxBins - 1))
}

/** A value on an edge belongs to the bin above it; the largest to the last. */
function countsBetween(sorted: Float64Array, edges: readonly number[]): number[] {
  const counts = new Array<number>(edges.length - 1).fill(0)
  let bin = 0
  for (const value of sorted) {
    while (bin < counts.length - 1 && value >= (edges[bin + 1] ?? Infinity)) bin++
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return counts
}
