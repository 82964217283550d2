// Suggests the known word that is closest to a misspelled one.

const tooFar = 4

export function closestWord(word: string, candidates: Iterable<string>): string | null {
  const all = [...candidates]
  return nearest(word, all) ?? begun(word, all)
}

function nearest(word: string, candidates: readonly string[]): string | null {
  let closest: string | null = null
  let least = Math.min(tooFar, Math.ceil(word.length / 2))
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue
    const distance = editDistance(word, candidate)
    if (distance < least) {
      closest = candidate
      least = distance
    }
  }
  return closest
}

/** Longest candidate that is a prefix of the word, if it covers more than half of the word. */
function begun(word: string, candidates: readonly string[]): string | null {
  const beginnings = candidates.filter((one) => word.startsWith(one))
  const longest = beginnings.reduce((best, one) => (one.length > best.length ? one : best), '')
  return longest.length > word.length / 2 ? longest : null
}

/** Levenshtein distance, computed one row of the table at a time. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
