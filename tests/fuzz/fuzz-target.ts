// Something that reads what others wrote, and what such texts are made of.

export type FuzzTarget = Readonly<{
  name: string
  /** Whole texts it is meant to read; they are cut, doubled and mixed. */
  samples: readonly string[]
  /** Pieces that mean something to it. */
  words: readonly string[]
  /** Throws AppError for what it refuses, and nothing else. `cuts` are places to split at, as shares of the whole. */
  read(text: string, cuts: readonly number[]): unknown
  /** Of all inputs, how many it gets; one that writes files gets fewer. */
  weight: number
}>

/** One character a byte where that is possible, so that a text can hold any bytes at all. */
export function bytesOf(text: string): Uint8Array {
  const isBytes = Array.from(text).every((character) => character.charCodeAt(0) < 256)
  return Buffer.from(text, isBytes ? 'latin1' : 'utf8')
}

/** The pieces between the cuts, in order; none is empty. */
export function piecesOf(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = cuts.map((share) => Math.floor(share * bytes.length)).toSorted((a, b) => a - b)
  const starts = [0, ...places]
  const ends = [...places, bytes.length]
  return starts
    .map((start, i) => bytes.subarray(start, ends[i]))
    .filter((piece) => piece.length > 0)
}
