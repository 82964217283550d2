// What the palette finds, and how typing narrows it.

export type PaletteEntry = Readonly<{
  id: string
  group: 'views' | 'actions' | 'servers' | 'hosts' | 'runs' | 'sweeps'
  name: string
  /** More to find it by, shown dimmed. */
  detail: string
  open: () => void
}>

/** Enough to scan; more typing finds the rest. */
const shown = 50

/** Entries in which every typed word occurs; names that begin with the first word come first. */
export function findEntries(
  entries: readonly PaletteEntry[],
  typed: string,
): readonly PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = entries.filter((entry) => {
    const text = `${entry.name} ${entry.detail}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const [first] = words
  if (first === undefined) return found.slice(0, shown)
  const begins = (entry: PaletteEntry): boolean => entry.name.toLowerCase().startsWith(first)
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))].slice(0, shown)
}
