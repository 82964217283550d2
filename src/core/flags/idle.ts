// vLLM flags that are accepted but have no effect here.
import { z } from 'zod'
import { flagsOf, type OptionRecords, schemasOf, switchFlag } from './flag.ts'

const idleRecords = {
  trustRemoteCode: {
    ...switchFlag('No effect: Kneepoint runs no model code.'),
    difference: 'Accepted without effect: no model code is run.',
  },
  useBeamSearch: {
    ...switchFlag('No effect, as in the original: no server used beam search.'),
    difference: 'Taken and without effect, as in all clients but that of 2024.',
  },
} satisfies OptionRecords

export const idleOptionsSchema = z.object(schemasOf(idleRecords))

export type IdleOption = keyof z.infer<typeof idleOptionsSchema>

export const idleFlags = flagsOf('Options', idleRecords)
