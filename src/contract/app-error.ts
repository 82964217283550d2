// An AppError as plain data: classes do not survive a process border, so both sides agree on this form.
import { AppError, appErrorCodes, messageOf } from '#core/model/app-error.ts'
import { z } from 'zod'

export const appErrorWireSchema = z.object({
  code: z.enum(appErrorCodes),
  message: z.string(),
  remedy: z.string().nullable(),
  field: z.string().nullable(),
})

export type AppErrorWire = z.infer<typeof appErrorWireSchema>

/** Anything thrown, as data; what was not expected becomes `internal`. */
export function toWire(error: unknown): AppErrorWire {
  if (error instanceof AppError) {
    const { code, message, remedy, field } = error
    return { code, message, remedy, field }
  }
  return { code: 'internal', message: messageOf(error), remedy: null, field: null }
}

export function fromWire(wire: AppErrorWire): AppError {
  return new AppError(wire.code, wire.message, {
    ...(wire.remedy === null ? {} : { remedy: wire.remedy }),
    ...(wire.field === null ? {} : { field: wire.field }),
  })
}
