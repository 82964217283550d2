// Requests by length: bins of whole tokens, no wider than their number requires.
export type LengthHistogram = {
  /** One more edge than counts; a bin holds what is at its edge and below the next one. */
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

/** Not by spreading: there may be more lengths than a call takes arguments. */
function smallest(lengths: readonly number[]): number {
  return lengths.reduce((a, b) => Math.min(a, b), Infinity)
}

function largest(lengths: readonly number[]): number {
  return lengths.reduce((a, b) => Math.max(a, b), -Infinity)
}
