// What every call has in common: it may fail with an AppError, whose wire form travels as the error's data.
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { appErrorWireSchema } from './app-error.ts'

export const call = oc.errors({ APP_ERROR: { data: appErrorWireSchema } })

export const byId = z.object({ id: z.string() })
export const nothing = z.void()
