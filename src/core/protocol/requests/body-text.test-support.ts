// Text of a body whose pieces are known.
import { isShared } from './json-pieces.ts'
import type { BodyPieces } from './request-form.ts'

export function asText(pieces: BodyPieces): string {
  return pieces.map(written).join('')
}

function written(piece: BodyPieces[number]): string | Uint8Array {
  return isShared(piece) ? JSON.stringify(piece) : piece
}
