// One entry of a dataset file, validated; an error names its position.
import { z } from 'zod'
import { listed, message, type Text } from '#core/messages/message.ts'
import { AppError, issueText, statedBy } from '#core/model/app-error.ts'
import { numberIn } from '#core/base/number-text.ts'
import type { SampleOptions } from '../sample-options.ts'

type EntryContext = Readonly<{
  /** File and line, for error messages. */
  where: string
  remedy: Text
}>

export function parseEntry<Schema extends z.ZodType>(
  schema: Schema,
  entry: unknown,
  { where, remedy }: EntryContext,
): z.infer<Schema> {
  const result = schema.safeParse(entry, { error: issueText })
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => {
    const field = z.core.toDotPath(issue.path)
    const text = withValue(statedBy(issue), valueAt(entry, issue.path))
    return field === '' ? text : message('common.at', { place: field, text })
  })
  throw new AppError(
    'dataset-invalid',
    message('common.at', { place: where, text: listed(problems) }),
    {
      field: 'datasetPath',
      remedy,
    },
  )
}

const longestValue = 40

function withValue(text: Text, value: unknown): Text {
  const isShown = value !== undefined && !(typeof value === 'object' && value !== null)
  const shown = isShown ? shownValue(value) : ''
  return isShown && shown.length <= longestValue
    ? message('workload.notValue', { text, value: shown })
    : text
}

/** NaN is read as null. */
function shownValue(value: unknown): string {
  if (value === null) return 'null or NaN'
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

function valueAt(entry: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    entry,
  )
}

// Maximum tokens that one row of a dataset may request: more than any model supports, but few enough to generate.
export const mostTokens = 2 ** 24

/** Tables and loosely typed writers have numbers as text. */
export function orText<Schema extends z.ZodType>(schema: Schema) {
  const asNumber = (value: unknown) =>
    typeof value === 'string' ? (numberIn(value) ?? value) : value
  return z.preprocess(asNumber, schema)
}

export type Row = Readonly<Record<string, unknown>>

export function isRow(entry: unknown): entry is Row {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
}

/** Number as `orText(z.number())` parses it, at a lower cost; null for anything else, which the schema then rejects. */
export function plainNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? numberIn(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Number of tokens, parsed in the same way. */
export function plainTokens(value: unknown, least: 0 | 1): number | null {
  const tokens = plainNumber(value)
  if (tokens === null || !Number.isInteger(tokens)) return null
  return tokens >= least && tokens <= mostTokens ? tokens : null
}

export const tokenLength = orText(z.int().min(1).max(mostTokens))

// Number of tokens that a user's own row requests: the length given for all rows, else its own `output_tokens`.
export type RowContext = Readonly<{
  /** File and line, for error messages. */
  where: string
  fixedOutputTokens: number | null
}>

const schema = z.object({ output_tokens: tokenLength })
const remedy = message('workload.outputTokensForm')
/** Names of this length in requests of APIs and in files of other benchmarks. */
const otherLengths =
  'max_tokens max_completion_tokens max_output_tokens max_new_tokens output_length output_tokens_count'.split(
    ' ',
  )

export function rowOutputTokens(entry: unknown, { where, fixedOutputTokens }: RowContext): number {
  if (fixedOutputTokens !== null) return fixedOutputTokens
  const row = isRow(entry) ? innerRow(entry) : {}
  const inner = ['parameters', 'sampling_params'].map((name) => row[name]).find(isRow)
  const fields = { ...row, ...inner }
  const name = otherLengths.find((each) => fields[each] !== undefined)
  const tokens = fields['output_tokens'] ?? fields[name ?? 'output_tokens']
  return parseEntry(schema, { output_tokens: tokens }, { where, remedy }).output_tokens
}

/** Envelopes that contain the requests of batches, proxies and pages of the Hub's API. */
const envelopes = ['body', 'request', 'payload', 'payloads', 'row', 'input']

/** The row inside an envelope, such as a line of a batch. */
export function innerRow(row: Row): Row {
  for (const name of envelopes) {
    const inner = row[name]
    const [first] =
      Array.isArray(inner) && name.startsWith('payload') ? (inner as unknown[]) : [inner]
    if (isRow(first)) return innerRow(first)
  }
  return row
}

// Rows of a dataset that are sent, in send order. A count of 0 or less uses every row.
export function takenRows<Row>(
  rows: readonly Row[],
  { count, seed, shuffle, random }: Pick<SampleOptions, 'count' | 'seed' | 'shuffle' | 'random'>,
): readonly Row[] {
  const order = [...rows]
  random.reseed(seed)
  if (shuffle) random.shuffle(order)
  return count > 0 ? order.slice(0, count) : order
}

// Required prompt and response lengths of a recorded conversation.
type ConversationLengths = Readonly<{ promptTokens: number; outputTokens: number }>

/** Maximum tokens of a prompt, and of prompt and response together. */
export type LengthLimits = Readonly<{ promptTokens: number; totalTokens: number }>

export const usualLimits: LengthLimits = { promptTokens: 1024, totalTokens: 2048 }

const minTokens = 4

/** Responses of a requested length may be short, but all other limits apply. */
export function isUsableLength(
  { promptTokens, outputTokens }: ConversationLengths,
  answerMayBeShort: boolean,
  limits: LengthLimits = usualLimits,
): boolean {
  return (
    promptTokens >= minTokens &&
    (answerMayBeShort || outputTokens >= minTokens) &&
    promptTokens <= limits.promptTokens &&
    promptTokens + outputTokens <= limits.totalTokens
  )
}
