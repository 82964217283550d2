// The files a pattern means, as glob(3) finds them: `*`, `?` and `[…]` within a folder, nothing across folders. In time
// that grows with the length of the pattern times that of a name, whatever the pattern.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Of the system; what is longer names no file. */
const longestPath = 4096

/** In order; `pattern` is a whole path. */
export function matchingFiles(pattern: string): string[] {
  if (pattern.length > longestPath) return []
  const { root } = path.parse(pattern)
  const segments = pattern.slice(root.length).split(path.sep)
  return segments.reduce<string[]>(
    (folders, segment) => folders.flatMap((folder) => matchingIn(folder, segment)),
    [root],
  )
}

function matchingIn(folder: string, segment: string): string[] {
  const names = /[*?[]/.test(segment) ? namesIn(folder).filter(nameMatcher(segment)) : [segment]
  return names.map((name) => path.join(folder, name)).filter((file) => existsSync(file))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** One letter of a name, or any number of them. */
type Piece = '*' | ((letter: string) => boolean)

/** What is hidden is meant only where that is said. Exported for tests: no file system takes all their names. */
export function nameMatcher(segment: string): (name: string) => boolean {
  const pieces = piecesOf(segment)
  return (name) => (!name.startsWith('.') || segment.startsWith('.')) && matches(name, pieces)
}

/** Where it goes wrong, the last star takes one letter more; those before it need not. */
function matches(name: string, pieces: readonly Piece[]): boolean {
  let [at, next, star, starAt] = [0, 0, -1, 0]
  while (at < name.length) {
    const piece = pieces[next]
    if (piece === '*') {
      star = next++
      starAt = at
    } else if (piece?.(name.charAt(at)) === true) {
      next++
      at++
    } else if (star >= 0) {
      next = star + 1
      at = ++starAt
    } else return false
  }
  return pieces.slice(next).every((piece) => piece === '*')
}

function piecesOf(segment: string): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < segment.length; at++) {
    const letter = segment.charAt(at)
    // The first bracket of a set may be a letter of it.
    const end = letter === '[' ? segment.indexOf(']', at + (isNegated(segment, at) ? 3 : 2)) : -1
    if (end > 0) pieces.push(setOf(segment.slice(at + 1, end)))
    else if (letter === '*') pieces.push('*')
    else pieces.push(letter === '?' ? () => true : (other) => other === letter)
    if (end > 0) at = end
  }
  return pieces
}

function isNegated(segment: string, at: number): boolean {
  return /[!^]/.test(segment.charAt(at + 1))
}

function setOf(text: string): (letter: string) => boolean {
  const not = /^[!^]/.test(text)
  const ranges = [...(not ? text.slice(1) : text).matchAll(/([^])-([^])|([^])/g)]
  return (letter) =>
    ranges.some(([, from, to, single]) =>
      from === undefined || to === undefined ? single === letter : from <= letter && letter <= to,
    ) !== not
}
