// The shape of a rule about launching, and of what it finds.
import { z } from 'zod'
import type { Text } from '#core/messages/message.ts'
import { textSchema } from '#core/messages/text-schema.ts'
import type { LaunchPlan } from './launch-plan.ts'

export const serveFindingSchema = z.object({
  /** The flag at fault, by name; `model` for the model, or a setting of the profile. */
  flag: z.string(),
  /** An error keeps vLLM from starting; a warning is for the reader to judge. */
  severity: z.enum(['error', 'warning']),
  /** One sentence, with the numbers in it. */
  message: textSchema,
  remedy: textSchema,
})

export type ServeFinding = Readonly<z.infer<typeof serveFindingSchema>>

export type ServeRule = Readonly<{
  flag: string
  severity: ServeFinding['severity']
  broken: (plan: LaunchPlan) => boolean
  message: (plan: LaunchPlan) => Text
  remedy: Text | ((plan: LaunchPlan) => Text)
}>
