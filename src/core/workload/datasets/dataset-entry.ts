// One entry of a dataset file, validated; an error names its place.
import { z } from 'zod'
import { listed, message, type Text } from '#core/messages/message.ts'
import { AppError, issueText, statedBy } from '#core/model/app-error.ts'
import { numberIn } from '#core/base/number-text.ts'
import type { SampleOptions } from '../sample-options.ts'

type EntryContext = Readonly<{
  /** File and line, for the reader. */
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
    const text = statedBy(issue)
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

// How many tokens one row of a dataset may ask for: more than any model reads, and few enough to make.
export const mostTokens = 2 ** 24

/** Tables and careless writers have numbers as text. */
export function orText<Schema extends z.ZodType>(schema: Schema) {
  const asNumber = (value: unknown) =>
    typeof value === 'string' ? (numberIn(value) ?? value) : value
  return z.preprocess(asNumber, schema)
}

export type Row = Readonly<Record<string, unknown>>

export function isRow(entry: unknown): entry is Row {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
}

/** Number as `orText(z.number())` reads it, at a lower cost; null for anything else, which the schema then refuses. */
export function plainNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? numberIn(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** A number of tokens, likewise. */
export function plainTokens(value: unknown, least: 0 | 1): number | null {
  const tokens = plainNumber(value)
  if (tokens === null || !Number.isInteger(tokens)) return null
  return tokens >= least && tokens <= mostTokens ? tokens : null
}

export const tokenLength = orText(z.int().min(1).max(mostTokens))

// How many tokens a row of the user's own asks for: the length given for all, else its own `output_tokens`.
export type RowContext = Readonly<{
  /** File and line, for the reader. */
  where: string
  fixedOutputTokens: number | null
}>

const schema = z.object({ output_tokens: tokenLength })
const remedy = message('workload.outputTokensForm')
/** Names of that length in requests of APIs and in files of other benchmarks. */
const otherLengths =
  'max_tokens max_completion_tokens max_output_tokens max_new_tokens output_length output_tokens_count'.split(
    ' ',
  )

export function rowOutputTokens(entry: unknown, { where, fixedOutputTokens }: RowContext): number {
  if (fixedOutputTokens !== null) return fixedOutputTokens
  const row = isRow(entry) ? innerRow(entry) : {}
  const fields = { ...row, ...(isRow(row['parameters']) && row['parameters']) }
  const name = otherLengths.find((each) => fields[each] !== undefined)
  const tokens = fields['output_tokens'] ?? (name === undefined ? undefined : fields[name])
  return parseEntry(schema, { output_tokens: tokens }, { where, remedy }).output_tokens
}

/** The requests of batches, proxies and pages of the Hub's API are inside these. */
const envelopes = ['body', 'request', 'payload', 'row', 'input']

/** The row inside an envelope, such as a line of a batch. */
export function innerRow(row: Row): Row {
  for (const name of envelopes) {
    const inner = row[name]
    const [first] = Array.isArray(inner) && name === 'payload' ? (inner as unknown[]) : [inner]
    if (isRow(first)) return innerRow(first)
  }
  return row
}

// The rows of a dataset that are sent, in the order they are sent in. A count of 0 or less takes every row.
export function takenRows<Row>(
  rows: readonly Row[],
  { count, seed, shuffle, random }: Pick<SampleOptions, 'count' | 'seed' | 'shuffle' | 'random'>,
): readonly Row[] {
  const order = [...rows]
  random.reseed(seed)
  if (shuffle) random.shuffle(order)
  return count > 0 ? order.slice(0, count) : order
}

// Which prompt and answer lengths a recorded conversation must have to be used.
type ConversationLengths = Readonly<{ promptTokens: number; outputTokens: number }>

/** Most tokens of a prompt, and of prompt and answer together. */
export type LengthLimits = Readonly<{ promptTokens: number; totalTokens: number }>

export const usualLimits: LengthLimits = { promptTokens: 1024, totalTokens: 2048 }

const minTokens = 4

/** Responses of a chosen length may be short, and nothing else. */
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
