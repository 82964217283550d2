// Wraps text to a width: at spaces, and between Chinese characters.
import { displayWidth, isWide, padded } from '#core/base/display-width.ts'

export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const { space, piece } of piecesOf(text)) {
    const line = lines.at(-1)
    const joined = `${line ?? ''}${space}${piece}`
    if (line !== undefined && displayWidth(joined) <= width) lines[lines.length - 1] = joined
    else lines.push(piece)
  }
  return lines
}

/** Text that breaks only at spaces. */
const ascii = /^[\x20-\x7e]*$/

/** Characters that must not begin a line. */
const closing = /^[，。、；：？！）】」”]/u
const opening = /[（【「“]$/u

type Piece = Readonly<{ space: string; piece: string }>

/** Unbreakable pieces, each with its leading space. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  for (const word of text.split(' ')) {
    let space = pieces.length === 0 ? '' : ' '
    for (const part of partsOf(word)) {
      pieces.push({ space, piece: part })
      space = ''
    }
  }
  return pieces
}

function partsOf(word: string): string[] {
  if (ascii.test(word)) return [word]
  const parts: string[] = []
  for (const character of word) {
    const last = parts.at(-1)
    const before = last?.at(-1)
    const isJoined =
      before !== undefined &&
      (closing.test(character) || opening.test(before) || !(isWide(character) || isWide(before)))
    if (isJoined) parts[parts.length - 1] = `${last ?? ''}${character}`
    else parts.push(character)
  }
  return parts.length === 0 ? [''] : parts
}

/** Terms on the left, their wrapped texts on the right; a term that is too wide gets its own line. */
export function definitionList(
  entries: readonly (readonly [term: string, text: string])[],
  width: number,
): string {
  const widestTerm = 32
  const indent = Math.min(widestTerm, Math.max(...entries.map(([term]) => displayWidth(term))) + 4)
  return entries
    .flatMap(([term, text]) => {
      const [first = '', ...rest] = wrapped(text, width - indent)
      const head = padded(`  ${term}`, indent, 'left')
      const lines = rest.map((line) => ' '.repeat(indent) + line)
      return displayWidth(head) > indent || !head.endsWith(' ')
        ? [head, ' '.repeat(indent) + first, ...lines]
        : [head + first, ...lines]
    })
    .join('\n')
}
