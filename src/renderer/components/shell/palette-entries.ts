// Entries of the palette, and their filter.

export type PaletteEntry = Readonly<{
  id: string
  group:
    | 'page'
    | 'views'
    | 'actions'
    | 'servers'
    | 'hosts'
    | 'results'
    | 'runs'
    | 'sweeps'
    | 'terms'
    | 'docs'
  name: string
  /** Further searchable text, shown dimmed. */
  detail: string
  open: () => void
}>

/** Number of entries shown; more typing finds the rest. */
const shown = 50

/**
 * Entries that match every typed word: in their text, or by letters of their name in order. Names that begin with the first
 * word come first, then names and details with the words, then the rest.
 */
export function findEntries(
  entries: readonly PaletteEntry[],
  typed: string,
): readonly PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry, words)
      return rank === null ? [] : [{ entry, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, shown)
    .map(({ entry }) => entry)
}

/** 0 is best; null if a word is not found. */
function rankOf(entry: PaletteEntry, words: readonly string[]): number | null {
  const name = entry.name.toLowerCase()
  const text = `${name} ${entry.detail.toLowerCase()}`
  const [first] = words
  if (first === undefined) return 0
  if (words.every((word) => text.includes(word))) {
    if (name.startsWith(first)) return 0
    return words.every((word) => name.includes(word)) ? 1 : 2
  }
  return words.every((word) => text.includes(word) || hasInOrder(name, word)) ? 3 : null
}

/** Whether the text has all letters of the word in order, with gaps. A single letter finds nothing this way. */
function hasInOrder(text: string, word: string): boolean {
  let at = -1
  for (const letter of word) {
    at = text.indexOf(letter, at + 1)
    if (at === -1) return false
  }
  return word.length > 1
}
