// A limit of concurrency that several workers share: each holds some of the places, all of them together the limit. Places that
// one has no use for go to one that has requests waiting; where all have, each comes back to its equal part.
import { sum } from '#core/stats/spread.ts'

/** What a worker reports of its places. */
export type PlaceUse = Readonly<{
  /** Requests it may have in flight. */
  places: number
  inFlight: number
  /** Due and waiting for a place. */
  waiting: number
}>

/**
 * How many places each worker is to have; with fewer than it has in flight, it gives them up as those requests end. `spare`
 * places belong to no worker just now.
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
  /** By worker; those behind the last worker belong to none. */
  from: readonly number[]
  /** Changed. */
  places: number[]
}>

/** One at a time from where most are to where most are wanted. */
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
