// Settings of a tuning as vectors, which are close if flags have similar values. A choice has one position per axis; 0
// is the flag's default.
import type { TunedFlag } from '#core/model/sweep.ts'

/** One part of the vector per flag. */
export type Place = readonly (readonly number[])[]

type Space = readonly TunedFlag[]

/** Larger spaces are sampled. */
export const mostListed = 20_000

/** Every combination, except those that differ only in a flag without effect. */
export function settingsOf(space: Space): number[][] {
  const all = space.reduce<number[][]>(
    (choices, { numbers }) =>
      choices.flatMap((choice) => numbers.map((_, position) => [...choice, position])),
    [[]],
  )
  return all.filter((choice) => isPlain(space, choice))
}

/** Number of combinations, including those that `settingsOf` omits. */
export function sizeOf(space: Space): number {
  return space.reduce((size, { numbers }) => size * numbers.length, 1)
}

function isPlain(space: Space, choice: readonly number[]): boolean {
  return space.every((flag, axis) => choice[axis] === 0 || hasEffect(flag, choice))
}

export function hasEffect({ onlyIf }: TunedFlag, choice: readonly number[]): boolean {
  return onlyIf === null || onlyIf.settings.includes(choice[onlyIf.axis] ?? 0)
}

/** Equal positions share the same part object, so that computations on it can be cached. */
export function placeOf(space: Space, choice: readonly number[]): Place {
  return space.map((flag, axis) => partsOf(flag)[choice[axis] ?? 0] ?? [])
}

const parts = new WeakMap<TunedFlag, readonly (readonly number[])[]>()

function partsOf(flag: TunedFlag): readonly (readonly number[])[] {
  const known = parts.get(flag) ?? flag.numbers.map((_, position) => partOf(flag, position))
  parts.set(flag, known)
  return known
}

/** Distance from the scale for values without a position on it; equally far from both of its ends. */
const aside = 0.5

/** Logarithmic scale from 0 to 1, or a separate direction for each value. */
function partOf({ numbers, isScale }: TunedFlag, position: number): number[] {
  if (!isScale) return numbers.map((_, index) => (index === position ? Math.SQRT1_2 : 0))
  const logs = numbers.flatMap((value) => (value === null || value <= 0 ? [] : [Math.log(value)]))
  const [least, most] = [Math.min(...logs), Math.max(...logs)]
  const value = numbers[position] ?? null
  if (value === null || value <= 0) return [0.5, aside]
  return [most === least ? 0.5 : (Math.log(value) - least) / (most - least), 0]
}

/** Squared, by flag. */
export function distances(one: Place, other: Place): number[] {
  const squares = new Array<number>(one.length)
  for (let flag = 0; flag < one.length; flag++) {
    squares[flag] = squaredDistance(one[flag] ?? [], other[flag] ?? [])
  }
  return squares
}

/** Squared distance of one part of two vectors. */
export function squaredDistance(one: readonly number[], other: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) {
    sum += ((one[index] ?? 0) - (other[index] ?? 0)) ** 2
  }
  return sum
}

/** Settings that differ in one flag, and in flags that lose their effect because of it. */
export function neighboursOf(space: Space, choice: readonly number[]): number[][] {
  const all = space.flatMap(({ numbers }, axis) =>
    numbers.flatMap((_, position) =>
      position === choice[axis] ? [] : [plain(space, choice.with(axis, position))],
    ),
  )
  return [...new Map(all.map((each) => [choiceKey(each), each])).values()].filter(
    (each) => choiceKey(each) !== choiceKey(choice),
  )
}

/** Settings that differ in two effective flags, and in flags that lose their effect because of them. */
export function pairsOf(space: Space, choice: readonly number[]): number[][] {
  const near = new Set(neighboursOf(space, choice).map(choiceKey))
  const all = neighboursOf(space, choice).flatMap((each) => neighboursOf(space, each))
  const own = choiceKey(choice)
  return [...new Map(all.map((each) => [choiceKey(each), each]))].flatMap(([key, each]) =>
    key === own || near.has(key) ? [] : [each],
  )
}

/** Resets every flag without effect to its default. */
export function plain(space: Space, choice: readonly number[]): number[] {
  return choice.map((position, axis) => {
    const flag = space[axis]
    return flag === undefined || hasEffect(flag, choice) ? position : 0
  })
}

export function choiceKey(choice: readonly number[]): string {
  return choice.join('.')
}

/** Number of flags that differ from their default. */
export function changedFlags(choice: readonly number[]): number {
  return choice.filter((position) => position !== 0).length
}
