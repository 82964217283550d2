// The flags of every client of the original that we examined, from the releases themselves; see tests/compat.
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const flagListsSchema = z.record(z.string(), z.array(z.string()))

export type KnownClient = Readonly<{ name: string; flags: ReadonlySet<string> }>

/** By column of the page; v0.9 had the script and the command that was to replace it. */
const sources: readonly (readonly [name: string, lists: readonly string[]])[] = [
  ['2024', ['script 2024']],
  ['v0.7', ['script v0.7']],
  ['fork', ['fork 2025']],
  ['v0.9', ['script v0.9', '0.9.1']],
  ['v0.11', ['0.11.0']],
  ['v0.27', ['0.27.0']],
  ['v0.30', ['0.30.0']],
  ['v0.32', ['0.32.0']],
  ['v0.33', ['0.33.0']],
  ['Rust v0.33', ['rust 0.33']],
  ['Omni v0.30', ['0.30.0', 'omni 0.30.0']],
]

export function knownClients(): readonly KnownClient[] {
  const lists = {
    ...flagLists('script-flags.json'),
    ...flagLists('flags.json'),
    ...flagLists('rust-flags.json'),
    ...flagLists('omni-flags.json'),
  }
  return sources.map(([name, keys]) => ({
    name,
    flags: new Set(keys.flatMap((key) => lists[key] ?? [])),
  }))
}

function flagLists(file: string): z.infer<typeof flagListsSchema> {
  const url = new URL(`../../tests/compat/fixtures/${file}`, import.meta.url)
  return flagListsSchema.parse(JSON.parse(readFileSync(url, 'utf8')))
}
