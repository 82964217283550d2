// A histogram of counts, such as lengths in tokens: bins of equal width, each holding as many whole numbers as the rest.

export type IntegerBins = Readonly<{
  /** Of the first bin. */
  from: number
  width: number
  counts: readonly number[]
}>

const mostBins = 30

/** `values` are whole numbers. */
export function integerBins(values: readonly number[]): IntegerBins {
  const from = values.reduce((least, value) => Math.min(least, value), Infinity)
  const to = values.reduce((most, value) => Math.max(most, value), -Infinity)
  if (values.length === 0) return { from: 0, width: 1, counts: [] }
  const width = Math.ceil((to - from + 1) / mostBins)
  const counts = new Array<number>(Math.floor((to - from) / width) + 1).fill(0)
  for (const value of values) {
    const bin = Math.floor((value - from) / width)
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return { from, width, counts }
}
