// A concurrency limit shared by several workers, each of which holds part of the slots. Unused slots move to workers
// with waiting requests; if all have some, each returns to an equal share.
import { sum } from '#core/base/spread.ts'

/** A worker's report on its slots. */
export type PlaceUse = Readonly<{
  places: number
  inFlight: number
  /** Requests that are due but wait for a slot. */
  waiting: number
}>

/**
 * Number of slots for each worker. A worker with more requests in flight releases slots as those end. `spare` slots belong to no
 * worker at present.
 */
export function lentPlaces(uses: readonly PlaceUse[], spare: number): readonly number[] {
  const places = uses.map((use) => use.places)
  const wanted = uses.map(({ waiting }) => waiting)
  const free = uses.map((use) => (use.waiting > 0 ? 0 : Math.max(0, use.places - use.inFlight)))
  move({ wanted, from: [...free, spare], places })
  const part = Math.floor((sum(uses.map((use) => use.places)) + spare) / uses.length)
  const short = places.map((count, i) => Math.min(wanted[i] ?? 0, Math.max(0, part - count)))
  const above = places.map((count) => Math.max(0, count - part))
  move({ wanted: short, from: above, places })
  return places
}

type Moves = Readonly<{
  wanted: readonly number[]
  /** Slots by worker; entries after the last worker are spare. */
  from: readonly number[]
  /** Modified in place. */
  places: number[]
}>

/** Moves one slot at a time from the largest surplus to the largest deficit. */
function move({ wanted: asked, from: there, places }: Moves): void {
  const [wanted, from] = [[...asked], [...there]]
  for (let left = Math.min(sum(wanted), sum(from)); left > 0; left--) {
    const to = largest(wanted)
    const giver =
      from.length > places.length && (from.at(-1) ?? 0) > 0 ? places.length : largest(from)
    wanted[to] = (wanted[to] ?? 0) - 1
    places[to] = (places[to] ?? 0) + 1
    from[giver] = (from[giver] ?? 0) - 1
    if (giver < places.length) places[giver] = (places[giver] ?? 0) - 1
  }
}

function largest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values))
}
