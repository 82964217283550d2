// Expected failure as data: a stable code, a sentence that says what happened, and what to do next.

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
  'storage-too-slow',
  'busy',
  'cancelled',
  'process-ended',
  'unsupported',
  'internal',
] as const

export type AppErrorCode = (typeof appErrorCodes)[number]

export type AppErrorOptions = {
  /** What the reader can do about it; one sentence. */
  readonly remedy?: string
  /** The flag or form field at fault, as `BenchmarkConfig` names it. */
  readonly field?: string
  readonly cause?: unknown
}

/** A failure we expected. `message` says what failed and on what; `remedy` says what to do next. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: AppErrorCode
  readonly remedy: string | null
  readonly field: string | null

  constructor(code: AppErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.remedy = options.remedy ?? null
    this.field = options.field ?? null
  }
}

/** The text of anything thrown, for a log or a sentence. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
