// Checks for a newer release. Contacts no server before the user has allowed it.
import { z } from 'zod'
import { textSchema } from '#core/messages/text-schema.ts'
import { call } from './call.ts'

export const updateStateSchema = z.object({
  isAllowed: z.boolean(),
  /** Address of the list of releases; null if none is known. */
  address: z.string().nullable(),
  checkedAtEpochMs: z.number().nullable(),
  /** Null unless the last check found a version newer than this one. */
  newerVersion: z.string().nullable(),
  /** Why the last check failed. */
  problem: textSchema.nullable(),
})

export type UpdateState = z.infer<typeof updateStateSchema>

export const updateApi = {
  /** Also starts a check if it is allowed and the last one is a day old; an event reports its result. */
  state: call.output(updateStateSchema),
  allow: call.input(z.object({ isAllowed: z.boolean() })).output(updateStateSchema),
  /** Resolves with the result; refused unless it is allowed. */
  check: call.output(updateStateSchema),
}
