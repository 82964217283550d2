// Options of a simulated server, and its log of requests.
export type HttpOptions = Readonly<{
  /** Key required on paths under /v1; null allows all. */
  apiKey: string | null
  /** False while the model "loads": every response is a 503. */
  isReady: () => boolean
  /** Called for each request to the model, when its response has ended or its connection is closed. */
  onRequest?: ((entry: RequestLogEntry) => void) | undefined
}>

export type RequestLogEntry = Readonly<{
  arrivedEpochMs: number
  endedEpochMs: number
  path: string
  requestId: string | null
  status: number
  retryAfterS: number | null
  /** False if the client closed the connection first. */
  complete: boolean
  /** Tokens generated so far; null if the route generates none. */
  generatedTokens: number | null
  /** Arrival times of the audio chunks of a realtime session. */
  soundEpochMs?: readonly number[]
}>
