// Finds the files that match a pattern, like glob(3): `*`, `?` and `[…]` within a folder, but no `**`. The time is proportional
// to the length of the pattern times the length of a name.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** The system's limit; no file has a longer path. */
const longestPath = 4096

/** Matching files, sorted; `pattern` is an absolute path. */
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

/** Matches one character of a name, or any number. */
type Piece = '*' | ((letter: string) => boolean)

/** Hidden files match only an explicit dot. Exported for tests, because no file system accepts all their names. */
export function nameMatcher(segment: string): (name: string) => boolean {
  const pieces = piecesOf(segment)
  return (name) => (!name.startsWith('.') || segment.startsWith('.')) && matches(name, pieces)
}

/** On a mismatch, only the last star consumes one more character; earlier ones need not. */
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
    // The first `]` of a set may be a member.
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
