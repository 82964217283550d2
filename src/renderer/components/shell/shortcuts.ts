// Shortcuts that work everywhere outside fields and dialogs, and the pages that they open.
import { navigationEntries } from '../../views/views.ts'
import type { Router } from 'vue-router'

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

/** Opens a page by keyboard: the next Tab focuses its first control, not the navigation before it. */
export async function openPlace(router: Router, path: string): Promise<void> {
  await router.push(path)
  document.getElementById('view')?.focus()
}
