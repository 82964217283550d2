// Keys that work everywhere outside fields and dialogs.
export const places = {
  o: '/',
  s: '/servers',
  h: '/hosts',
  b: '/bench',
  w: '/sweeps',
  r: '/results',
  c: '/calibrate',
} as const

export type PlaceKey = keyof typeof places

export type Shortcut =
  Readonly<{ kind: 'sheet' | 'search' }> | Readonly<{ kind: 'go'; path: string }> | null

/** What a key means after another; `before` is null where none came shortly before. */
export function shortcutOf(key: string, before: string | null): Shortcut {
  if (before === 'g') {
    const place = Object.entries(places).find(([letter]) => letter === key)
    return place === undefined ? null : { kind: 'go', path: place[1] }
  }
  if (key === '?') return { kind: 'sheet' }
  return key === '/' ? { kind: 'search' } : null
}
