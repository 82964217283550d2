// What a benchmark measures against: a server that knows the truth and, where it can be had, a client that is the limit.
import type { ClientFigures } from './client-figures.ts'
import type { Load } from './load.ts'

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

export type TruthfulServer = Readonly<{
  port: number
  /** Stops it and tells what it did, request by request. */
  stop(): Promise<readonly Truth[]>
}>

export type RunLimitClient = (
  port: number,
  load: Load,
  options: Readonly<{ latencies: boolean }>,
) => Promise<ClientFigures>

export type Rig = Readonly<{
  /** Said at the head of the table. */
  words: string
  startServer(timing: ServerTiming): Promise<TruthfulServer>
  runLimitClient: RunLimitClient | null
}>
