// What makes the numbers of one client differ from those of another, as choices by name. What a choice means stands
// where it is acted upon: in the samplers, the requests, the reading of answers, the report.
import type { BackendName } from '../model/benchmark/backend-traits.ts'
import type { CountingProfile } from './counting.ts'
import type { ReportRow } from './report-rows.ts'
import type { ResultKey } from './result-keys.ts'

export type CompatProfile = Readonly<{
  /** What its users type before the flags. */
  command: readonly string[]
  workload: WorkloadProfile
  requests: RequestProfile
  counting: CountingProfile
  console: ConsoleProfile
  /** Tokens of responses without streaming are timed anyway: the first after 0 ms. */
  timesWholeAnswers: boolean
  /** The report down to its latencies. */
  reportRows: readonly ReportRow[]
  result: ResultProfile
  /** Where nothing is generated; null where its client could only generate. */
  pooling: PoolingProfile | null
}>

/** How the random dataset draws prompts and brings them to length. */
export type RandomRecipe =
  'as-decoded' | 'cut-to-input' | 'cut-to-total' | 'fitted' | 'fitted-ordinary'

/** How the parts of prefix_repetition are brought to length: as random prompts are, or by adding and cutting once. */
export type PieceRecipe = 'fitted' | 'pieced'

/** How lines of the poem are drawn, and which prompts are thrown away. */
export type SonnetRecipe = 'distinct' | 'any' | 'any-within-limit' | 'some-within-limit'

/** How a dataset that is too small is filled up. */
export type Repeats = 'none' | 'choices' | 'choice'

/** Gaps slept after each request, or moments planned ahead. */
export type Schedule = 'slept' | 'planned'

export type WorkloadProfile = Readonly<{
  /** Spaces are tidied even in text of byte pairs, where a tokenizer asks for it. */
  tidiesBytePairs: boolean
  randomPrompts: RandomRecipe
  /** Whether random lengths reach up to the length asked for, from this share of it, or to both sides of it. */
  rangeRatio: 'lower-end' | 'both-sides'
  /** A fixed answer length of sharegpt must be long enough, as a recorded one must. */
  checksFixedLength: boolean
  prefixRepetition: PieceRecipe
  sonnet: SonnetRecipe
  /** Custom rows have one order, whatever the seed. */
  customOrderIsFixed: boolean
  repeats: Repeats
  schedule: Schedule
  /** Requests carry an `x-request-id`. */
  requestIds: boolean
  /** Answers to random prompts run to their full length unasked. */
  ignoresEos: boolean
  /** The server is asked whether it splits made-up prompts alike; those it finds too long are cut. */
  alignsPrompts: boolean
}>

/** Fields of a request's body before those the reader asks for, in the order they are sent. */
export type RequestProfile = Readonly<{
  completions: readonly CompletionField[]
  chat: readonly ChatField[]
  /** Whether the content of a message is a list of parts or just its text. */
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
  /** One request is sent and must succeed, whatever the ready check says. */
  testsFirst: boolean
  /** Says for how long it waits for the endpoint. */
  saysItWaits: boolean
  /** Said when that request has succeeded. */
  testDone: string
  /** Says on a line of its own that measuring starts. */
  saysItStarts: boolean
  /** Prints burstiness and concurrency, not the rate alone. */
  saysAllTraffic: boolean
}>

export type PoolingProfile = Readonly<{
  /** Those its client knew. */
  backends: readonly BackendName[]
  /** The server is asked to cut what is longer than its model reads. */
  cutsPrompts: boolean
  reportRows: readonly ReportRow[]
  keys: readonly ResultKey[]
}>

export type ResultProfile = Readonly<{
  keys: readonly ResultKey[]
  /** Left out unless a detailed file is requested. */
  detailedKeys: readonly ResultKey[]
  /** A user's fact loses what follows a second `=`. */
  cutsMetadata: boolean
  /** Records for PyTorch's benchmark database say how the server was compiled. */
  tellsCompilation: boolean
  /** The file name contains the concurrency limit. */
  namesConcurrency: boolean
}>
