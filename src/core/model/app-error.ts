// Expected failure as data: a stable code, a sentence that says what happened, and what to do next.
import {
  inEnglish,
  remediedWith,
  type RemediedId,
  type RemediedParameters,
  type Text,
} from '../messages/message.ts'
import { MessageError } from '../messages/message-error.ts'

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
  /** The flag or form field at fault, as `BenchmarkConfig` names it. */
  readonly field?: string
  readonly cause?: unknown
}

/** An expected failure. `content` says what failed and what to do next; `message` and `remedy` are its English text. */
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

/** The English text of anything thrown, for a log. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
