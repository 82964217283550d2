// Converts any value that a call throws to the original AppError, so that a view handles one kind of failure.
import { appErrorWireSchema, fromWire } from '#contract/app-error.ts'
import { AppError, messageOf } from '#core/model/app-error.ts'
import { ORPCError } from '@orpc/client'

export function callError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof ORPCError)) {
    return new AppError('process-ended', messageOf(error), { cause: error })
  }
  const wire = appErrorWireSchema.safeParse(error.data)
  if (wire.success) return fromWire(wire.data)
  const code = error.code === 'BAD_REQUEST' ? 'invalid-input' : 'internal'
  return new AppError(code, error.message, { cause: error })
}
