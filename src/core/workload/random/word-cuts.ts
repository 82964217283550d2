// Cuts that split a text without a change: both sides are encoded and decoded separately as they are together.

/** Flags by id. A cut is between a token that ends a word and one that begins the next. */
export type WordCuts = Readonly<{
  endsWord: Uint8Array
  beginsWord: Uint8Array
  /** Text that the decoder inserts between words; empty if the tokens contain their spaces. */
  joint: '' | ' '
}>

export function isCut(
  { endsWord, beginsWord }: WordCuts,
  before: number | undefined,
  after: number | undefined,
): boolean {
  if (before === undefined || after === undefined) return false
  return endsWord[before] === 1 && beginsWord[after] === 1
}

/** Ascending positions of the ids after each cut. */
export function cutPlaces(ids: Uint32Array, cuts: WordCuts): Uint32Array {
  const places: number[] = []
  for (let place = 1; place < ids.length; place++) {
    if (isCut(cuts, ids[place - 1], ids[place])) places.push(place)
  }
  return Uint32Array.from(places)
}
