// What a simulated server is started with, and what it logs of each request.
export type HttpOptions = Readonly<{
  /** Asked of paths under /v1; null lets everyone in. */
  apiKey: string | null
  /** False while the model "loads": everything answers 503. */
  isReady: () => boolean
  /** Called for each request to the model, when its response has ended or its connection closed. */
  onRequest?: ((entry: RequestLogEntry) => void) | undefined
}>

/** A line of the log of requests. */
export type RequestLogEntry = Readonly<{
  arrivedEpochMs: number
  endedEpochMs: number
  path: string
  requestId: string | null
  status: number
  retryAfterS: number | null
  /** False where the client closed the connection first. */
  complete: boolean
  /** Until then; null where nothing is generated. */
  generatedTokens: number | null
  /** Of a realtime session: when each piece of its sound arrived. */
  soundEpochMs?: readonly number[]
}>
