// What happened to one request. Raw records are the truth; every number shown is derived from them.
// Times are whole microseconds since the start of the run, so that storing them loses nothing.

export const requestErrorCodes = [
  'refused',
  'reset',
  'dns',
  'tls',
  'timeout',
  'stalled',
  'http-status',
  'not-a-stream',
  'bad-event',
  'bad-answer',
  'server-error-event',
  'truncated',
  'no-token',
  'cancelled',
  'other',
] as const

export type RequestErrorCode = (typeof requestErrorCodes)[number]

export type RequestError = Readonly<{
  code: RequestErrorCode
  /** One sentence for the reader. */
  message: string
  /** HTTP status, where an answer came. */
  status: number | null
  /** The server's own words, at most a few kilobytes. */
  body: string | null
}>

export type RequestRecord = Readonly<{
  /** Position in the plan, from 0. */
  index: number
  requestId: string | null
  /** When the schedule wanted it to leave. */
  scheduledAtUs: number
  /** When it was written to a connection; latency counts from here. */
  sentAtUs: number
  /** First token event; null when none came. */
  firstTokenAtUs: number | null
  /** Last token event, or the failure. */
  endedAtUs: number
  /** Gaps between successive token events; one shorter than the number of events. */
  interTokenLatenciesUs: Uint32Array
  /** Prompt tokens: the server's count where it gave one, else ours. */
  promptTokens: number
  /** Generated tokens by the server's count, else by the tokenizer; null while nobody has counted. */
  outputTokens: number | null
  generatedText: string
  error: RequestError | null
}>
