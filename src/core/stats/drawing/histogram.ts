// Counts of durations by size, for drawing: equal bins over the bulk, one wider bin for a far tail.
import type { Durations } from '../durations/durations.ts'
import { quantileS } from '../durations/quantile.ts'

type Histogram = Readonly<{
  /** One more edge than counts, in seconds. */
  edgesS: number[]
  counts: number[]
}>

type SortedDurations = Pick<Durations, 'count' | 'at' | 'countBelow'>

const maxBins = 60
/** Values above this quantile may share the last bin, so that one outlier does not flatten the image. */
const bulk = 0.995

/** No bins without durations. */
export function histogramOf(durations: SortedDurations): Histogram {
  if (durations.count === 0) return { edgesS: [], counts: [] }
  const edgesS = edgesFor(durations)
  return { edgesS, counts: countsBetween(durations, edgesS) }
}

function edgesFor(durations: SortedDurations): number[] {
  const least = quantileS(durations, 0)
  const most = quantileS(durations, 1)
  const bulkEnd = quantileS(durations, bulk)
  if (least === bulkEnd) return [least, most]
  const width = binWidth(durations, bulkEnd - least)
  const bins = Math.min(maxBins, Math.ceil((most - least) / width))
  const edges = Array.from({ length: bins + 1 }, (_, index) => least + index * width)
  edges[bins] = most
  return edges
}

/**
 * Freedman and Diaconis: bins as wide as the middle half allows for this many values. At least as many bins as the square
 * root of the count, because two modes make the middle half so wide that a few bins would hide them.
 */
function binWidth(durations: SortedDurations, range: number): number {
  const middleHalf = quantileS(durations, 0.75) - quantileS(durations, 0.25)
  const wanted = (2 * middleHalf) / Math.cbrt(durations.count)
  return Math.max(Math.min(wanted, range / Math.sqrt(durations.count)), range / (maxBins - 1))
}

/** A value on an edge belongs to the bin above it; the largest to the last. */
function countsBetween(durations: SortedDurations, edges: readonly number[]): number[] {
  const inner = edges.slice(1, -1).map((edge) => durations.countBelow(edge))
  const upTo = [...inner, durations.count]
  return upTo.map((count, bin) => count - (upTo[bin - 1] ?? 0))
}
