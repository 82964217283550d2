// The token of the address that `kneepoint web` prints: removed from the URL, and sent with the first socket. The answer
// sets a cookie for every other tab.

/** `#token=…`, alone or with more parameters, as the printed address carries it. Exported for tests. */
export function tokenInHash(hash: string): string | null {
  if (!hash.startsWith('#token=')) return null
  return new URLSearchParams(hash.slice(1)).get('token')
}

/** Null in a tab that was opened without the printed address. */
export function takeAccessToken(): string | null {
  const given = tokenInHash(window.location.hash)
  if (given !== null) window.history.replaceState(null, '', window.location.pathname)
  return given
}
