// Lists of whole numbers put end to end.

export function endToEnd(pieces: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(pieces.reduce((total, { length }) => total + length, 0))
  let position = 0
  for (const piece of pieces) {
    whole.set(piece, position)
    position += piece.length
  }
  return whole
}
