// Shortcuts that work everywhere outside fields and dialogs.
import { navigationEntries } from '../../views/views.ts'

export type Shortcut =
  Readonly<{ kind: 'sheet' | 'search' }> | Readonly<{ kind: 'go'; path: string }> | null

/** Shortcut for a key after another one; `before` is null if none was pressed shortly before. */
export function shortcutOf(key: string, before: string | null): Shortcut {
  if (before === 'g') {
    const entry = navigationEntries.find((entry) => entry.key === key)
    return entry === undefined ? null : { kind: 'go', path: entry.path }
  }
  if (key === '?') return { kind: 'sheet' }
  return key === '/' ? { kind: 'search' } : null
}
