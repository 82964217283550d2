// Whether the responses of a run are those requested, and how their tokens arrived.
import { z } from 'zod'

/** Responses with another number of tokens than requested; totals of these responses, and one of them. */
const otherLengthsSchema = z.object({
  responses: z.int(),
  asked: z.int(),
  given: z.int(),
  example: z.object({ request: z.int(), asked: z.int(), given: z.int() }),
})

/** Parts are absent if no response differs so. `request` is the place of an example in the plan, from 0. */
export const asAskedSchema = z.object({
  shortOutputs: otherLengthsSchema.optional(),
  longOutputs: otherLengthsSchema.optional(),
  shortPrompts: otherLengthsSchema.optional(),
  longPrompts: otherLengthsSchema.optional(),
  /** Responses that name another model than the requested. */
  otherModel: z.object({ responses: z.int(), model: z.string(), request: z.int() }).optional(),
  /** Responses below their length limit that give no finish reason. */
  unexplained: z.object({ responses: z.int(), request: z.int() }).optional(),
  /** Responses of which many events arrived together after a silence. */
  buffered: z
    .object({
      responses: z.int(),
      eventsPerBurst: z.number(),
      silenceMs: z.number(),
      request: z.int(),
    })
    .optional(),
  /** Responses without a count of their tokens. */
  uncounted: z.int().optional(),
  /** Stream events of completed responses, and the tokens counted in them; absent if responses are not streams. */
  events: z.int().optional(),
  tokens: z.int().optional(),
  /** Choices of each response (`n`); absent for one. */
  choices: z.int().optional(),
})

export type AsAsked = z.infer<typeof asAskedSchema>
export type OtherLengths = z.infer<typeof otherLengthsSchema>
