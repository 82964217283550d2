// The rows of a dataset that are sent, in the order they are sent in. A count of 0 or less takes every row.
import type { SampleOptions } from '../sample-options.ts'

export function takenRows<Row>(
  rows: readonly Row[],
  { count, seed, shuffle, random }: Pick<SampleOptions, 'count' | 'seed' | 'shuffle' | 'random'>,
): readonly Row[] {
  const order = [...rows]
  random.reseed(seed)
  if (shuffle) random.shuffle(order)
  return count > 0 ? order.slice(0, count) : order
}
