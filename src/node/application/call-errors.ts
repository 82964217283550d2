// Failures on their way to a window: whatever is thrown becomes the one error the contract knows.
import { inEnglish, message } from '#core/messages/message.ts'
import type { AppErrorWire } from '#contract/app-error.ts'
import { AppError } from '#core/model/app-error.ts'
import { tellable } from '#node/crash/tellable.ts'
import { ORPCError, ValidationError } from '@orpc/server'

export function callError(error: unknown): ORPCError<'APP_ERROR', AppErrorWire> {
  const wire = tellable(isBadInput(error) ? inputError(error.cause) : error)
  return new ORPCError('APP_ERROR', { message: inEnglish(wire.message), data: wire })
}

function isBadInput(error: unknown): error is { cause: ValidationError } {
  return error instanceof ORPCError && error.cause instanceof ValidationError
}

function inputError({ issues: [issue] }: ValidationError): AppError {
  const field = issue?.path?.findLast((part) => typeof part === 'string')
  const text = issue?.message ?? message('runs.badCall')
  const problem = field === undefined ? text : message('common.of', { name: field, text })
  return new AppError('invalid-input', problem, {
    ...(field !== undefined && { field }),
  })
}
