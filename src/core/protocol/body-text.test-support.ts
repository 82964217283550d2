// The text of a body whose pieces are known.
import { TokenIds } from '../workload/token-ids.ts'
import type { BodyPieces } from './request-form.ts'

export function asText(pieces: BodyPieces): string {
  return pieces.map((piece) => (piece instanceof TokenIds ? JSON.stringify(piece) : piece)).join('')
}
