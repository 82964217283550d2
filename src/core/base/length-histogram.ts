// Histogram of request lengths: bins of whole tokens, as narrow as their maximum number allows.
export type LengthHistogram = {
  /** Edges number one more than counts; a bin includes its lower edge and excludes its upper edge. */
  edges: number[]
  counts: number[]
  least: number
  mean: number
  most: number
}

const mostBins = 40

/** Null without lengths. */
export function lengthHistogram(lengths: readonly number[]): LengthHistogram | null {
  if (lengths.length === 0) return null
  const [least, most] = [smallest(lengths), largest(lengths)]
  const width = Math.ceil((most - least + 1) / mostBins)
  const bins = Math.ceil((most - least + 1) / width)
  const counts = new Array<number>(bins).fill(0)
  for (const length of lengths) {
    const bin = Math.floor((length - least) / width)
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const edges = Array.from({ length: bins + 1 }, (_, bin) => least + bin * width)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  return { edges, counts, least, mean: total / lengths.length, most }
}

/** Not spread, because there may be more lengths than a call accepts arguments. */
function smallest(lengths: readonly number[]): number {
  return lengths.reduce((a, b) => Math.min(a, b), Infinity)
}

function largest(lengths: readonly number[]): number {
  return lengths.reduce((a, b) => Math.max(a, b), -Infinity)
}
