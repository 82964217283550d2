// Whether the responses of a run match the requests, and how their tokens arrived.
import { z } from 'zod'

/** Responses whose token count differs from the requested one: their totals, and one example. */
const otherLengthsSchema = z.object({
  responses: z.int(),
  asked: z.int(),
  given: z.int(),
  example: z.object({ request: z.int(), asked: z.int(), given: z.int() }),
})

/** Each part is absent if no response differs in that way. `request` is the index of an example in the plan, from 0. */
export const asAskedSchema = z.object({
  shortOutputs: otherLengthsSchema.optional(),
  longOutputs: otherLengthsSchema.optional(),
  shortPrompts: otherLengthsSchema.optional(),
  longPrompts: otherLengthsSchema.optional(),
  /** Responses that name another model than requested. */
  otherModel: z.object({ responses: z.int(), model: z.string(), request: z.int() }).optional(),
  /** Responses below their length limit without a finish reason. */
  unexplained: z.object({ responses: z.int(), request: z.int() }).optional(),
  /** Responses in which many events arrived together after a silence. */
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
