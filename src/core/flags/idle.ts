// Flags of vLLM that are accepted and have no effect here.
import { z } from 'zod'
import { flagsOf, schemasOf, type OptionRecords } from './flag.ts'

const idleRecords = {
  trustRemoteCode: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Changes nothing: no code of a model is run here.',
    difference: 'Taken and without effect: no code of a model is run.',
  },
  useBeamSearch: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Changes nothing: no server searched in beams for the original either.',
    difference: 'Taken and without effect, as in all clients but that of 2024.',
  },
} satisfies OptionRecords

export const idleOptionsSchema = z.object(schemasOf(idleRecords))

export type IdleOption = keyof z.infer<typeof idleOptionsSchema>

export const idleFlags = flagsOf('Options', idleRecords)
