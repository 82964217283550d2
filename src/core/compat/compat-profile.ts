// Differences between clients that affect their numbers, as named choices. Each choice is implemented where it applies:
// in the samplers, the requests, the parsing of responses, the report.
import type { CompatProfileName } from './compat-profile-names.ts'
import type { CountingProfile } from './counting.ts'
import type { ReportRow } from './report-rows.ts'
import type { ResultKey } from './result-keys.ts'

export type CompatProfile = Readonly<{
  /** Command before the flags. */
  command: readonly string[]
  workload: WorkloadProfile
  requests: RequestProfile
  counting: CountingProfile
  console: ConsoleProfile
  /** Responses without streaming also have token times: the first after 0 ms. */
  timesWholeAnswers: boolean
  /** Rows of the report above its latencies. */
  reportRows: readonly ReportRow[]
  result: ResultProfile
}>

/** How the random dataset draws prompts and adjusts their length. */
export type RandomRecipe =
  'as-decoded' | 'cut-to-input' | 'cut-to-total' | 'fitted' | 'fitted-ordinary'

/** How parts of prefix_repetition reach their length: like random prompts, or by a single padding and truncation. */
export type PieceRecipe = 'fitted' | 'pieced'

/** How lines of the poem are drawn, and which prompts are discarded. */
export type SonnetRecipe = 'distinct' | 'any' | 'any-within-limit' | 'some-within-limit'

/** How a dataset with too few rows is filled up. */
export type Repeats = 'none' | 'choices' | 'choice'

/** Waits after each request, or schedules all requests in advance. */
export type Schedule = 'slept' | 'planned'

export type WorkloadProfile = Readonly<{
  /** Cleans up spaces even in byte-pair text if the tokenizer requests it. */
  tidiesBytePairs: boolean
  randomPrompts: RandomRecipe
  /** Whether random lengths range from this share of the requested length up to it, or extend to both sides of it. */
  rangeRatio: 'lower-end' | 'both-sides'
  /** A fixed output length of sharegpt must reach the minimum, like a recorded one. */
  checksFixedLength: boolean
  prefixRepetition: PieceRecipe
  sonnet: SonnetRecipe
  /** Custom rows keep one order for every seed. */
  customOrderIsFixed: boolean
  repeats: Repeats
  schedule: Schedule
  /** Sends an `x-request-id` with each request. */
  requestIds: boolean
  /** Responses to random prompts always run to their full length. */
  ignoresEos: boolean
  /** Checks whether the server tokenizes synthetic prompts identically, and truncates prompts that it finds too long. */
  alignsPrompts: boolean
}>

/** Body fields of a request before the user's own fields, in the order they are sent. */
export type RequestProfile = Readonly<{
  completions: readonly CompletionField[]
  chat: readonly ChatField[]
  /** Whether message content is a list of parts or plain text. */
  chatContent: 'parts' | 'text'
}>

export type CompletionField =
  | 'model'
  | 'prompt'
  | 'temperature'
  | 'best_of'
  | 'repetition_penalty'
  | 'max_tokens'
  | 'logprobs'
  | 'stream'
  | 'stream_options'

export type ChatField =
  | 'model'
  | 'messages'
  | 'temperature'
  | 'max_tokens'
  | 'max_completion_tokens'
  | 'stream'
  | 'stream_options'

export type ConsoleProfile = Readonly<{
  /** Sends one request that must succeed, regardless of the ready check. */
  testsFirst: boolean
  /** Prints how long it waits for the endpoint. */
  saysItWaits: boolean
  /** Text printed when that request succeeds. */
  testDone: string
  /** Prints a separate line when measuring starts. */
  saysItStarts: boolean
  /** Prints burstiness and concurrency as well as the rate. */
  saysAllTraffic: boolean
}>

/** Clients of backends that compute vectors and scores. */
export type PoolingProfiles = Readonly<{
  /** Rows and keys by profile; null if its client could only generate. */
  byName: Readonly<Record<CompatProfileName, PoolingProfile | null>>
  /** Report of the Rust client. */
  wide: Readonly<{ title: string; rows: readonly ReportRow[] }>
}>

export type PoolingProfile = Readonly<{
  /** Backends of its client. */
  backends: readonly string[]
  /** Requests that the server truncate prompts longer than the model's context. */
  cutsPrompts: boolean
  reportRows: readonly ReportRow[]
  keys: readonly ResultKey[]
}>

export type ResultProfile = Readonly<{
  keys: readonly ResultKey[]
  /** Omitted unless a detailed file is requested. */
  detailedKeys: readonly ResultKey[]
  /** Truncates a user's metadata at a second `=`. */
  cutsMetadata: boolean
  /** Includes compiler settings of the server in records for PyTorch's benchmark database. */
  tellsCompilation: boolean
  /** The file name contains the concurrency limit. */
  namesConcurrency: boolean
}>
