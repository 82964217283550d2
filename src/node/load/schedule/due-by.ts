/** How many of the offsets, ascending, are not after a moment. */
export function dueBy(offsets: Float64Array, at: number): number {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}
