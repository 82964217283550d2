// Tokens for text outside the word list: runs of up to three letters, and single bytes for everything else.
import { vocabularySize } from './vocabulary.ts'

const letters = 26
const codeOfA = 97
/** Pieces of one letter come first, then of two, then of three. */
const offsetByLength = [0, 0, letters, letters + letters ** 2] as const
const piecesPerVariant = letters + letters ** 2 + letters ** 3

const firstByteId = vocabularySize
const firstPieceId = firstByteId + 256
/** Plain, capitalised, after a space, both. */
const variantCount = 4

export const tokenCount = firstPieceId + variantCount * piecesPerVariant

/** Cuts a run of letters, with or without a space before it, into pieces that have an id. */
export const piecePattern = / ?[A-Za-z][a-z]{0,2}/g

export function pieceId(piece: string): number {
  const bare = piece.trimStart()
  const lower = bare.toLowerCase()
  const variant = (bare === piece ? 0 : 2) + (bare === lower ? 0 : 1)
  let number = 0
  for (const letter of lower) number = number * letters + letter.charCodeAt(0) - codeOfA
  return firstPieceId + variant * piecesPerVariant + (offsetByLength[lower.length] ?? 0) + number
}

export function byteId(byte: number): number {
  return firstByteId + byte
}

/** The byte an id stands for; null when it stands for letters. */
export function byteOf(id: number): number | null {
  return id < firstPieceId ? id - firstByteId : null
}

export function pieceText(id: number): string {
  const variant = Math.floor((id - firstPieceId) / piecesPerVariant)
  const lower = spellPiece((id - firstPieceId) % piecesPerVariant)
  const bare = variant % 2 === 0 ? lower : lower.charAt(0).toUpperCase() + lower.slice(1)
  return variant >= 2 ? ` ${bare}` : bare
}

function spellPiece(index: number): string {
  const length = index >= offsetByLength[3] ? 3 : index >= offsetByLength[2] ? 2 : 1
  let rest = index - offsetByLength[length]
  let text = ''
  for (let place = 0; place < length; place++) {
    text = String.fromCharCode(codeOfA + (rest % letters)) + text
    rest = Math.floor(rest / letters)
  }
  return text
}
