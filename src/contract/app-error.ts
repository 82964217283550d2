// An AppError as plain data, because classes do not survive a process border; both sides use this form.
import { contentOf, message } from '#core/messages/message.ts'
import { textSchema } from '#core/messages/text-schema.ts'
import { AppError, appErrorCodes } from '#core/model/app-error.ts'
import { z } from 'zod'

export const appErrorWireSchema = z.object({
  code: z.enum(appErrorCodes),
  message: textSchema,
  remedy: textSchema.nullable(),
  field: z.string().nullable(),
})

export type AppErrorWire = z.infer<typeof appErrorWireSchema>

/** Any thrown value as data; unexpected ones become `internal`. */
export function toWire(error: unknown): AppErrorWire {
  if (error instanceof AppError) {
    const { code, field, content } = error
    return { code, ...content, field }
  }
  return { code: 'internal', ...contentOf(error), field: null }
}

type Issue = Readonly<{ message: string; path?: readonly unknown[] | undefined }>

/** First problem found by a schema. */
export function invalidInput([issue]: readonly Issue[]): AppError {
  const field = issue?.path?.findLast((part) => typeof part === 'string')
  const text = issue?.message ?? message('runs.badCall')
  const problem = field === undefined ? text : message('common.of', { name: field, text })
  return new AppError('invalid-input', problem, {
    ...(field !== undefined && { field }),
  })
}

export function fromWire(wire: AppErrorWire): AppError {
  return new AppError(wire.code, wire.message, {
    ...(wire.remedy === null ? {} : { remedy: wire.remedy }),
    ...(wire.field === null ? {} : { field: wire.field }),
  })
}
