// The token of the address `kneepoint web` prints: taken out of the URL once and kept for this browser tab.

const storageKey = 'kneepoint.token'

/** `#token=…`, alone or with more parameters, as the printed address carries it. */
export function tokenInHash(hash: string): string | null {
  if (!hash.startsWith('#token=')) return null
  return new URLSearchParams(hash.slice(1)).get('token')
}

/** The token in the address, else the one this tab came with; empty when it never had one. */
export function takeAccessToken(): string {
  const given = tokenInHash(window.location.hash)
  if (given === null) return window.sessionStorage.getItem(storageKey) ?? ''
  window.sessionStorage.setItem(storageKey, given)
  window.history.replaceState(null, '', window.location.pathname)
  return given
}
