// Flags that command lines of the original carry and that change nothing here: what they choose between is one.
import { z } from 'zod'
import { inGroup, type Flag, type FlagText } from '../flags/flag.ts'

export const idleOptionsSchema = z.object({
  trustRemoteCode: z.boolean().default(false),
  useBeamSearch: z.boolean().default(false),
})

export type IdleOption = keyof z.infer<typeof idleOptionsSchema>

const idleTexts: readonly FlagText<IdleOption>[] = [
  {
    field: 'trustRemoteCode',
    kind: 'switch',
    summary: 'Changes nothing: no code of a model is run here.',
  },
  {
    field: 'useBeamSearch',
    kind: 'switch',
    summary: 'Changes nothing: no server searched in beams for the original either.',
  },
]

export const idleFlags: readonly Flag<IdleOption>[] = inGroup('Options', idleTexts)
