// Entries of the palette, and their filter.
import type { Ref } from 'vue'
import type { TextKey } from '../../i18n/i18n.ts'

export type PaletteEntry = Readonly<{
  id: string
  /** Category shown at the end of the row. */
  group: TextKey
  name: string
  /** Further searchable text, shown dimmed. */
  detail: string
  open: () => void
}>

/** Entry that opens a place of the window. */
export type PalettePlace = Omit<PaletteEntry, 'open'> & Readonly<{ path: string }>

/** Palette entries of a feature; called within a component, with whether the palette is open. */
export type OpenPaletteSource = (open: Ref<boolean>) => () => readonly PalettePlace[]

/** Maximum number of entries shown; more typing finds the rest. */
const shown = 50

/**
 * Entries that match every typed word: in their text, or by letters of their name in order. Names that begin with the first word
 * come first, then names and details with the words, then the rest.
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

/** Whether the text contains all letters of the word in order, with gaps. A single letter never matches this way. */
function hasInOrder(text: string, word: string): boolean {
  let at = -1
  for (const letter of word) {
    at = text.indexOf(letter, at + 1)
    if (at === -1) return false
  }
  return word.length > 1
}
