// Record of one request, as the table of its fields. All reported numbers derive from these raw records. Times are whole
// microseconds since the start of the run, so storing them loses no precision. How to add one:
// docs/contributing/add-a-request-field.md.
import { z } from 'zod'
import { longestText } from '#core/base/bounds.ts'
import { withFeatures } from '#core/messages/joined-catalogue.ts'
import { storedMessageSchema } from '#core/messages/text-schema.ts'
import * as features from './features.ts'
import { madeKinds } from './made-kind.ts'
import { amountSchema, countSchema, timeUsSchema } from '#core/base/bounded-schemas.ts'
import type { RequestField } from './request-field.ts'
import { requestErrorCodes } from './request-outcome.ts'

const timeUsOrNull = timeUsSchema.nullable()
const durationUs = timeUsSchema.min(0)
const amountOrNull = amountSchema.nullable()
const flag = z.literal(true).optional()

const errorSchema = z.object({
  code: z.enum(requestErrorCodes),
  /** One sentence for the reader, in English. */
  message: z.string(),
  text: storedMessageSchema,
  /** HTTP status, if there was a response. */
  status: z.int().nullable(),
  /** Body of the server's response, at most a few kilobytes. */
  body: z.string().nullable(),
})

export type RequestError = Readonly<z.infer<typeof errorSchema>>

const firstTimesSchema = z.object({
  chunk: timeUsOrNull,
  content: timeUsOrNull,
  reasoning: timeUsOrNull,
  toolCall: timeUsOrNull,
})

/** Time of the first chunk of each kind; null if there was none. */
export type FirstTimes = Readonly<z.infer<typeof firstTimesSchema>>

const trajectoryTimesSchema = z.object({
  tookUs: durationUs,
  /** With at least one request in flight. */
  modelUs: durationUs,
  /** Without any request in flight, during think times. */
  thinkUs: durationUs,
})

/** From the first request of a trajectory to its last response. */
export type TrajectoryTimes = Readonly<z.infer<typeof trajectoryTimesSchema>>

export const agentStepSchema = z.object({
  /** Steps on the longest chain before it, including those before the beginning of the run. */
  depth: countSchema,
  /** Prompt tokens that a prefix cache without eviction would contain; null if unknown. */
  reusableTokens: countSchema.nullable().default(null),
  /** Times of the whole trajectory; only on the step that ended it, if it began at its first step and no step failed. */
  whole: trajectoryTimesSchema.readonly().optional(),
  /** Time from the trajectory's first request in the run; present even if it began midway. */
  endedAfterUs: durationUs.optional(),
  /** Number of the step that began its innermost branch; absent outside branches. */
  branch: countSchema.optional(),
  /** Cancelled branches, by the same numbers; only on the step that ended its trajectory, and absent if there were none. */
  cancelledBranches: z.array(countSchema).max(1_000_000).readonly().optional(),
})

/** A step of an agent's trajectory. */
export type AgentStep = Readonly<z.infer<typeof agentStepSchema>>

const turnSchema = z.object({
  conversation: countSchema,
  number: countSchema,
  /** Absent unless the turn is an agent step. */
  step: agentStepSchema.readonly().optional(),
})

/** Both numbers count from 0; conversations in the order of the plan. */
export type ConversationTurn = Readonly<z.infer<typeof turnSchema>>

const attemptSchema = z.object({
  sentAtUs: timeUsSchema,
  endedAtUs: timeUsSchema,
  /** HTTP status. */
  status: z.int(),
  /** From its end until the next attempt was due. */
  waitUs: durationUs,
})

/** A rejected attempt after which the request was sent again. */
export type RejectedAttempt = Readonly<z.infer<typeof attemptSchema>>

const mostAttempts = 10_000

const madeSchema = z.object({
  kind: z.enum(madeKinds),
  /** Length of audio or video. */
  lengthS: amountOrNull,
  /** First audio. */
  firstAtUs: timeUsOrNull,
  /** Longest wait for more audio by a listener who started with the first. */
  underrunUs: amountOrNull,
  /** Images, or frames of a video. */
  count: countSchema.nullable(),
  /** Pixels of all images together. */
  pixels: durationUs.nullable(),
  /** Measured by the server's own clock. */
  generationUs: amountOrNull,
  /** On the server's device. */
  peakMemoryMb: amountOrNull,
  /** Last token of the accompanying text; absent without text. */
  textEndedAtUs: timeUsSchema.optional(),
  /** Pipeline stages by name, as the server reports them: in ms if the name ends in `_ms`, else in s. */
  stages: z.record(z.string(), amountSchema).readonly().optional(),
})

/** Media in a response; null if unknown or not applicable to the medium. */
export type MadeMedia = Readonly<z.infer<typeof madeSchema>>

const serverTimesSchema = z.object({
  /** From its arrival at the engine until it was scheduled. */
  queueS: amountOrNull,
  /** From then until its first token. */
  ttftS: amountOrNull,
})

/** Server-side times of one request from vLLM's `--enable-per-request-metrics`, in seconds; null if omitted. */
export type ServerTimes = Readonly<z.infer<typeof serverTimesSchema>>

export const tokenPartsSchema = z.object({
  /** Generated before the visible content. */
  reasoning: countSchema.nullable(),
  /** Counted by our tokenizer in the reasoning text; absent if the server counted them. */
  isRecounted: flag,
  /** Prompt tokens found in the server's prefix cache. */
  cached: countSchema.nullable(),
})

/** Parts of a response's tokens; null if unknown. */
export type TokenParts = Readonly<z.infer<typeof tokenPartsSchema>>

const differencesSchema = z.object({
  /** Model named in the response, if not the requested one. */
  model: z.string().max(longestText).optional(),
  /** It is complete without a finish reason. */
  unexplained: flag,
  /** Requested prompt tokens, if the server's count differs or is not known yet. */
  promptTokens: countSchema.optional(),
  outputTokens: countSchema.optional(),
})

/** Differences between response and request; each is absent if there is none or it is unknown. */
export type ResponseDifferences = Readonly<z.infer<typeof differencesSchema>>

/** Fields, in the order of a bundle's lines. Without a value, optional fields are absent and nullable ones null. */
const ownFields = {
  /** Position in the plan, from 0. */
  index: {
    schema: countSchema,
    column: { form: 'integer', name: 'request_index', since: 1 },
    csv: 'index',
  },
  requestId: {
    schema: z.string().max(1000).nullable(),
    column: { form: 'text', since: 1 },
    csv: 'request_id',
  },
  /** Absent for a request outside conversations. */
  turn: { schema: turnSchema.readonly().optional() },
  /** Index of its server among the base URLs; absent if there is only one, or if it was not sent. */
  target: {
    schema: countSchema.optional(),
    column: { form: 'integer', since: 16 },
    csv: 'url_index',
  },
  /** Scheduled send time. */
  scheduledAtUs: {
    schema: timeUsSchema,
    column: { form: 'integer', since: 1 },
    csv: 'scheduled_at_ms',
    unit: 'us',
  },
  /** Earlier attempts, all rejected; absent in runs that do not retry. */
  rejected: {
    schema: z.array(attemptSchema.readonly()).max(mostAttempts).readonly().optional(),
    column: { form: 'json', name: 'rejected_attempts', since: 14 },
  },
  /** Time of the first write to a connection; latency counts from here. */
  sentAtUs: {
    schema: timeUsSchema,
    column: { form: 'integer', since: 1 },
    csv: 'sent_at_ms',
    unit: 'us',
  },
  /** Written twice, because the server closed a reused connection before any byte of its response. Absent otherwise. */
  resent: { schema: flag, column: { form: 'flag', since: 11 }, csv: 'resent' },
  /** First token event, or first chunk with counted but hidden tokens; null if there was none. */
  firstTokenAtUs: { schema: timeUsOrNull, column: { form: 'integer', since: 1 } },
  /** The first token is the earliest of these other than `chunk`, if any. */
  firstAtUs: { schema: firstTimesSchema.readonly() },
  /** Last token event, or the failure. */
  endedAtUs: {
    schema: timeUsSchema,
    column: { form: 'integer', since: 1 },
    csv: 'ended_at_ms',
    unit: 'us',
  },
  /** Prompt tokens: the server's count if reported, else ours. */
  promptTokens: {
    schema: countSchema,
    column: { form: 'integer', since: 1 },
    csv: 'input_tokens',
    shown: { tasks: ['generation', 'pooling'], isSortable: false },
  },
  /** Input texts: a batch, or the documents to rank. */
  inputs: {
    schema: countSchema,
    column: { form: 'integer', since: 4 },
    csv: 'inputs',
    shown: { tasks: ['pooling'], isSortable: false },
  },
  /** Length of the sent recording; null without one. */
  inputAudioS: { schema: amountOrNull, column: { form: 'real', since: 2 } },
  /** Absent for text responses. */
  made: { schema: madeSchema.readonly().optional(), column: { form: 'json', since: 18 } },
  /** Generated tokens by the server's count, else by the tokenizer; null until counted. */
  outputTokens: {
    schema: countSchema.nullable(),
    column: { form: 'integer', since: 1 },
    shown: { tasks: ['generation'], isSortable: true },
  },
  generatedText: { schema: z.string().max(longestText), column: { form: 'text', since: 1 } },
  /** Absent if the server sent none. */
  serverTimes: { schema: serverTimesSchema.readonly().optional() },
  /** Absent if no part is known. */
  tokenParts: { schema: tokenPartsSchema.readonly().optional() },
  /** Absent if the response matches the request. */
  differences: {
    schema: differencesSchema.readonly().optional(),
    column: { form: 'json', since: 21 },
  },
  /** Most token events were in one late read, so the times between them do not describe the server. */
  readAtOnce: { schema: flag, column: { form: 'flag', since: 11 }, csv: 'read_at_once' },
  error: { schema: errorSchema.readonly().nullable() },
} as const satisfies Readonly<Record<string, RequestField>>

const requestFields = withFeatures(ownFields, features)

export type RequestFieldName = keyof typeof requestFields

type FieldSchemas = {
  readonly [Name in RequestFieldName]: (typeof requestFields)[Name]['schema']
}

/** The table by names, in its order. */
export const namedFields = Object.entries(requestFields) as readonly [
  RequestFieldName,
  RequestField,
][]

/** One request as stored in a file or a database. Gaps between tokens are read separately. */
export const requestSchema = z.object(
  Object.fromEntries(namedFields.map(([name, { schema }]) => [name, schema])) as FieldSchemas,
)

export type RequestRecord = Readonly<
  z.infer<typeof requestSchema> & {
    /** Gaps between successive token events; one shorter than the number of events. */
    interTokenLatenciesUs: Uint32Array
    /** Kept until its tokens are counted; absent if the server counted them. Not stored. */
    reasoningText?: string | undefined
  }
>

/** Whether every record has a value. */
export function isRequired({ schema }: Pick<RequestField, 'schema'>): boolean {
  return !(schema instanceof z.ZodOptional) && !(schema instanceof z.ZodNullable)
}

/** An empty record: optional fields are undefined, others null. Copies of it are filled field by field. */
export const blankRecord: Readonly<Record<RequestFieldName, null | undefined>> = Object.fromEntries(
  namedFields.map(([name, field]) => [
    name,
    field.schema instanceof z.ZodOptional ? undefined : null,
  ]),
) as Record<RequestFieldName, null | undefined>

export type ShownFieldName = {
  [Name in RequestFieldName]: (typeof requestFields)[Name] extends { shown: object } ? Name : never
}[RequestFieldName]

/** Fields with a column in the window's table of requests. */
export const shownFields = namedFields.flatMap(([name, { shown }]) =>
  shown === undefined ? [] : [{ name: name as ShownFieldName, ...shown }],
)
