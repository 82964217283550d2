// Which of some choices are worth having: those of which no other is at least as good in both ways and better in one.

/** More is better, of both. */
type Choice = Readonly<{ x: number; y: number }>

/** Their positions, by rising `x`. */
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
