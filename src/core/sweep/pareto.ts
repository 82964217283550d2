// Pareto front: choices that no other equals in both values and exceeds in one.

/** Higher is better for both. */
type Choice = Readonly<{ x: number; y: number }>

/** Indices of the front, by rising `x`. */
export function paretoFront(choices: readonly Choice[]): number[] {
  const byX = choices
    .map((choice, position) => ({ ...choice, position }))
    .sort((a, b) => b.x - a.x || b.y - a.y)
  const front: number[] = []
  let highest = -Infinity
  for (const { y, position } of byX) {
    if (y <= highest) continue
    front.push(position)
    highest = y
  }
  return front.reverse()
}
