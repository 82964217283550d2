// What a truthful server has to do, and what it reports that it did.

export type ServerTiming = Readonly<{
  ttftMs: number
  /** 0: as fast as sockets take it. */
  itlMs: number
  eventsPerWrite?: number
  /** Without it, what it did is not asked for afterwards. */
  logs?: boolean
}>

/** What was done for one request, in nanoseconds of the monotonic clock. */
export type Truth = Readonly<{
  id: string
  received: number
  /** When its first event was written. */
  first: number
  /** Between one event and the next. */
  gaps: readonly number[]
}>
