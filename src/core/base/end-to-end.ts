// Concatenates typed arrays of integers; the result has the same type.

export function endToEnd<List extends Uint8Array | Uint32Array>(
  pieces: readonly List[],
  Kind: new (length: number) => List,
): List {
  const whole = new Kind(pieces.reduce((total, { length }) => total + length, 0))
  let position = 0
  for (const piece of pieces) {
    whole.set(piece, position)
    position += piece.length
  }
  return whole
}
