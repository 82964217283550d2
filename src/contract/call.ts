// Base of every call: it may fail with an AppError, which is sent as the error's data in its wire form.
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { appErrorWireSchema } from './app-error.ts'

export const call = oc.errors({ APP_ERROR: { data: appErrorWireSchema } })

export const byId = z.object({ id: z.string() })
export const nothing = z.void()
