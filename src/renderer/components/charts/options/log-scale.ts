// Ends and ticks of a logarithmic axis: round numbers, close around what is drawn, and enough of them to read.

export type LogScale = Readonly<{ min: number; max: number; ticks: readonly number[] }>

type Range = Readonly<{ least: number; most: number }>

/** From coarse to fine: decades; ones, twos and fives; whole numbers; tenths. */
const mantissas: readonly (readonly number[])[] = [
  [1],
  [1, 2, 5],
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  Array.from({ length: 90 }, (_, tenth) => 1 + tenth / 10),
]

const fewestTicks = 4

/** A single value gets this much room on either side. */
const roomForOne = 1.5

/** Null where there is nothing a logarithmic axis could show. */
export function logScale(values: readonly number[]): LogScale | null {
  const positive = values.filter((value) => value > 0)
  if (positive.length === 0) return null
  const [least, most] = [Math.min(...positive), Math.max(...positive)]
  const room = least === most ? roomForOne : 1
  const range = { least: least / room, most: most * room }
  const tickLists = mantissas.map((steps) => ticksAround(roundNumbers(steps, range), range))
  const ticks = tickLists.find((list) => list.length >= fewestTicks) ?? tickLists.at(-1) ?? []
  return { min: ticks[0] ?? least, max: ticks.at(-1) ?? most, ticks }
}

/** Every step in every decade the range touches, and the first of the decade after it. */
function roundNumbers(steps: readonly number[], { least, most }: Range): number[] {
  const [first, last] = [Math.floor(Math.log10(least)), Math.floor(Math.log10(most)) + 1]
  const powers = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
  return powers.flatMap((power) => steps.map((step) => Number((step * power).toPrecision(6))))
}

/** From the last round number at or before the range to the first at or after it. */
function ticksAround(numbers: readonly number[], { least, most }: Range): number[] {
  const min = numbers.findLast((number) => number <= least) ?? least
  const max = numbers.find((number) => number >= most) ?? most
  return numbers.filter((number) => number >= min && number <= max)
}
