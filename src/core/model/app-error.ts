// Expected failure as data: a stable code, a sentence about the failure, and the next step.
import {
  choice,
  inEnglish,
  message,
  MessageError,
  type RemediedId,
  type RemediedParameters,
  remediedWith,
  schemaMessage,
  type Text,
} from '../messages/message.ts'
import type { z } from 'zod'

export const appErrorCodes = [
  'invalid-input',
  'not-found',
  'server-unreachable',
  'host-unreachable',
  'host-failed',
  'host-key-unknown',
  'host-key-changed',
  'authentication-failed',
  'launch-failed',
  'not-an-llm-server',
  'model-not-found',
  'tokenizer-unavailable',
  'dataset-invalid',
  'output-unwritable',
  'database-newer',
  'database-unavailable',
  'row-damaged',
  'busy',
  'cancelled',
  'process-ended',
  'unsupported',
  'internal',
] as const

export type AppErrorCode = (typeof appErrorCodes)[number]

type AppErrorOptions = {
  /** Next step for the user, in one sentence. */
  readonly remedy?: Text
  /** The flag or form field at fault, by its name in `BenchmarkConfig`. */
  readonly field?: string
  readonly cause?: unknown
}

/** An expected failure. `content` has the failure and its remedy; `message` and `remedy` are its English text. */
export class AppError extends MessageError {
  override readonly name = 'AppError'
  readonly code: AppErrorCode
  readonly remedy: string | null
  readonly field: string | null

  constructor(code: AppErrorCode, message: Text, options: AppErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.remedy = options.remedy === undefined ? null : inEnglish(options.remedy)
    this.field = options.field ?? null
  }
}

type Occasion = Pick<AppErrorOptions, 'field' | 'cause'>

/** Creates an AppError from catalogue text `id` and its remedy `id.remedy`; both texts share `params`. */
export function appError<Id extends RemediedId>(
  code: AppErrorCode,
  id: Id,
  ...[params, occasion]: keyof RemediedParameters<Id> extends never
    ? [params?: Readonly<Record<never, never>>, occasion?: Occasion]
    : [params: RemediedParameters<Id>, occasion?: Occasion]
): AppError {
  const { message, remedy } = remediedWith(id, { ...params })
  return new AppError(code, message, { ...occasion, remedy })
}

/** English text of any thrown value, for a log. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const kinds: Readonly<Record<string, Text>> = {
  number: message('launch.number'),
  int: message('launch.wholeNumber'),
  string: message('launch.text'),
  boolean: message('launch.onOrOff'),
  object: message('config.object'),
  record: message('config.object'),
}

/**
 * For `schema.safeParse(input, { error: issueText })`. Texts follow the name of the value: "must be above 0". Keeps messages
 * that a schema defines. zod accepts strings only.
 */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  const text = textOfIssue(issue)
  return text === undefined ? undefined : inEnglish(text)
}

/** Parses `value` with the schema. Throws the error that `errorOf` creates from the first issue. */
export function valueBy<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  errorOf: (issue: z.core.$ZodIssue | undefined) => Error,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: issueText })
  if (result.success) return result.data
  throw errorOf(result.error.issues[0])
}

/** Text of an issue from a parse with `issueText`: our message, or the text that the schema defines. */
export function statedBy(issue: z.core.$ZodIssue): Text {
  const text = textOfIssue(issue)
  if (text !== undefined && inEnglish(text) === issue.message) return text
  return schemaMessage(issue.message) ?? issue.message
}

function textOfIssue(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): Text | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? message('files.isMissing')
        : message('config.mustBe', { what: kinds[issue.expected] ?? issue.expected })
    case 'too_small':
      return tooSmallText(issue)
    case 'too_big':
      return message(issue.inclusive === false ? 'config.below' : 'config.atMost', {
        limit: String(issue.maximum),
      })
    case 'invalid_value':
      return message('config.mustBe', { what: choice(issue.values.map(String)) })
    case 'invalid_format':
      return formatText(issue)
    case 'invalid_key':
      return issue.issues[0]?.message
    case 'invalid_union':
      return issue.errors.length > 0 ? unionText(issue.errors) : oneOfText(issue)
    case 'unrecognized_keys':
      return message('config.unknownKeys', { keys: choice(issue.keys) })
    default:
      return undefined
  }
}

function tooSmallText(
  issue: Pick<z.core.$ZodIssueTooSmall, 'origin' | 'minimum'> & { inclusive?: boolean | undefined },
): Text {
  if (issue.origin === 'string' || issue.origin === 'array') return message('config.notEmpty')
  return message(issue.inclusive === false ? 'config.above' : 'config.atLeast', {
    limit: String(issue.minimum),
  })
}

function formatText(issue: Readonly<{ format: string; prefix?: unknown }>): Text {
  if (issue.format === 'url') return message('config.url')
  return typeof issue.prefix === 'string'
    ? message('config.beginsWith', { text: issue.prefix })
    : message('config.otherForm')
}

/** Joins the requirements of all alternatives. */
function unionText(alternatives: readonly (readonly z.core.$ZodIssue[])[]): Text {
  const texts = alternatives.flatMap(([first]) => first?.message ?? [])
  const wanted = texts.map((text) => text.replace(/^must be /, ''))
  return message('config.mustBe', { what: choice(wanted) })
}

/** Lists the allowed values of a union's discriminator. */
function oneOfText(issue: object): Text | undefined {
  const known = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : []
  return known.length === 0 ? undefined : message('config.mustBe', { what: choice(known) })
}
