// Returns the refusal that a call must throw.
import { AppError } from './app-error.ts'

/** Throws unless `attempt` throws an AppError. */
export function refusalOf(attempt: () => unknown): AppError {
  try {
    attempt()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('was not refused')
}

/** Variant for asynchronous calls. */
export async function laterRefusalOf(attempt: Promise<unknown>): Promise<AppError> {
  const outcome = await attempt.catch((error: unknown) => error)
  if (outcome instanceof AppError) return outcome
  throw new Error('was not refused', { cause: outcome })
}
