// The text of a body whose pieces are known.
import { SharedText } from '../../workload/shared-text.ts'
import { TokenIds } from '../../workload/token-ids.ts'
import type { BodyPieces } from './request-form.ts'

export function asText(pieces: BodyPieces): string {
  return pieces.map(written).join('')
}

function written(piece: BodyPieces[number]): string | Uint8Array {
  const isShared = piece instanceof TokenIds || piece instanceof SharedText
  return isShared ? JSON.stringify(piece) : piece
}
