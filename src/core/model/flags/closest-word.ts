// The word somebody probably meant: the one fewest letters away.

const tooFar = 4

export function closestWord(word: string, candidates: Iterable<string>): string | null {
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

/** Letters to insert, delete or replace (Levenshtein), one row of the table at a time. */
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
