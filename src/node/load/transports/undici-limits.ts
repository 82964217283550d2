// Options of every undici client that carries load.

/** Servers of this kind close idle connections after 5 s; the client closes first. */
export const idleLimitMs = 4000

/** Streams per HTTP/2 session, as most servers allow; a server that allows fewer gets more sessions. */
export const streamsPerSession = 100

/** Undici's own limits are off, because each request of the load has its own. */
export const clientLimits = {
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: idleLimitMs,
  keepAliveMaxTimeout: idleLimitMs,
  /** Uses the server's announced keep-alive time in full. */
  keepAliveTimeoutThreshold: 0,
  maxHeaderSize: 64 * 2 ** 10,
}
