// Where texts can be cut without a change: what stands on either side is encoded, and decoded, as it is beside the other.

/** By id. A cut is between a token that ends in a letter of ASCII and one that begins with a space. */
export type WordCuts = Readonly<{ endsInLetter: Uint8Array; beginsWithSpace: Uint8Array }>

export function isCut(
  { endsInLetter, beginsWithSpace }: WordCuts,
  before: number | undefined,
  after: number | undefined,
): boolean {
  if (before === undefined || after === undefined) return false
  return endsInLetter[before] === 1 && beginsWithSpace[after] === 1
}

/** Ascending, each the place of the id behind the cut. */
export function cutPlaces(ids: Uint32Array, cuts: WordCuts): Uint32Array {
  const places: number[] = []
  for (let place = 1; place < ids.length; place++) {
    if (isCut(cuts, ids[place - 1], ids[place])) places.push(place)
  }
  return Uint32Array.from(places)
}
