// What can carry the load: our own reader of HTTP/1.1, or undici over HTTP/1.1 or HTTP/2.

export const loadTransports = ['native', 'undici', 'undici-h2'] as const

export type LoadTransport = (typeof loadTransports)[number]
