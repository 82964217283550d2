import type { PythonRandom } from '#core/random/python-random.ts'

/** `count` of the items by chance, or all where there are fewer. */
export function drawnFrom<Item>(
  items: readonly Item[],
  count: number,
  random: PythonRandom,
): Item[] {
  const order = [...items]
  random.shuffle(order)
  return order.slice(0, count)
}

/** The first of those worth the most; null where there is none. */
export function greatest<Judged extends Readonly<{ worth: number }>>(
  all: readonly Judged[],
): Judged | null {
  return all.reduce<Judged | null>(
    (one, other) => (one === null || other.worth > one.worth ? other : one),
    null,
  )
}
