// Why a run failed, as it is stored: without secrets, with what to do next.
import { AppError, messageOf } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import { withoutSecrets } from '#node/crash/known-secrets.ts'

/** Null where the run was cancelled. */
export function failureOf(error: unknown): Run['failure'] {
  if (error instanceof AppError && error.code === 'cancelled') return null
  const message = withoutSecrets(messageOf(error))
  if (!(error instanceof AppError)) return { message, remedy: null }
  return { message, remedy: error.remedy, code: error.code }
}
