// What every client of undici that carries load has in common.

/** Servers of this kind close idle connections after 5 s; we go first. */
export const idleLimitMs = 4000

/** Of one HTTP/2 session, as most servers allow; one that allows fewer gets more sessions. */
export const streamsPerSession = 100

/** Limits of time and size are those of each request of the load. */
export const clientLimits = {
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: idleLimitMs,
  keepAliveMaxTimeout: idleLimitMs,
  /** A server that announces how long it waits is believed; nothing is taken off. */
  keepAliveTimeoutThreshold: 0,
  maxHeaderSize: 64 * 2 ** 10,
}
