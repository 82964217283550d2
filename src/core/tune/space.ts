// The settings a tuning chooses from, as vectors: near each other where flags have like values. A choice has one position
// per axis; 0 is the default of its flag.
import type { TunedFlag } from '#core/model/sweep/tune.ts'

/** For each flag, its part of the vector. */
export type Place = readonly (readonly number[])[]

type Space = readonly TunedFlag[]

/** More combinations than this are sampled. */
export const mostListed = 20_000

/** Every combination, without those that differ only in a flag that has no effect. */
export function settingsOf(space: Space): number[][] {
  const all = space.reduce<number[][]>(
    (choices, { numbers }) =>
      choices.flatMap((choice) => numbers.map((_, position) => [...choice, position])),
    [[]],
  )
  return all.filter((choice) => isPlain(space, choice))
}

/** The number of combinations, those counted that `settingsOf` leaves out. */
export function sizeOf(space: Space): number {
  return space.reduce((size, { numbers }) => size * numbers.length, 1)
}

function isPlain(space: Space, choice: readonly number[]): boolean {
  return space.every((flag, axis) => choice[axis] === 0 || hasEffect(flag, choice))
}

export function hasEffect({ onlyIf }: TunedFlag, choice: readonly number[]): boolean {
  return onlyIf === null || onlyIf.settings.includes(choice[onlyIf.axis] ?? 0)
}

/** Equal positions have the same part, so that what is computed of it can be kept. */
export function placeOf(space: Space, choice: readonly number[]): Place {
  return space.map((flag, axis) => partsOf(flag)[choice[axis] ?? 0] ?? [])
}

const parts = new WeakMap<TunedFlag, readonly (readonly number[])[]>()

function partsOf(flag: TunedFlag): readonly (readonly number[])[] {
  const known = parts.get(flag) ?? flag.numbers.map((_, position) => partOf(flag, position))
  parts.set(flag, known)
  return known
}

/** Off the scale by this much: as far from both its ends. */
const aside = 0.5

/** On a scale from 0 to 1 by the logarithm, or with a direction of its own for each value. */
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

/** Of one part of two vectors. */
export function squaredDistance(one: readonly number[], other: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) {
    sum += ((one[index] ?? 0) - (other[index] ?? 0)) ** 2
  }
  return sum
}

/** Settings that differ in one flag, and in those that it takes the effect. */
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

/** Settings that differ in two flags that have an effect, and in those that these take the effect. */
export function pairsOf(space: Space, choice: readonly number[]): number[][] {
  const near = new Set(neighboursOf(space, choice).map(choiceKey))
  const all = neighboursOf(space, choice).flatMap((each) => neighboursOf(space, each))
  const own = choiceKey(choice)
  return [...new Map(all.map((each) => [choiceKey(each), each]))].flatMap(([key, each]) =>
    key === own || near.has(key) ? [] : [each],
  )
}

/** With the default of every flag that has no effect. */
export function plain(space: Space, choice: readonly number[]): number[] {
  return choice.map((position, axis) => {
    const flag = space[axis]
    return flag === undefined || hasEffect(flag, choice) ? position : 0
  })
}

export function choiceKey(choice: readonly number[]): string {
  return choice.join('.')
}

/** Flags that are not at their default. */
export function changedFlags(choice: readonly number[]): number {
  return choice.filter((position) => position !== 0).length
}
