// What a window is shown of a workload before anything of it is sent.
import { z } from 'zod'
import { attachments } from '#core/workload/readable-prompt.ts'

const lengthHistogramSchema = z.object({
  /** In tokens; one more edge than counts. */
  edges: z.array(z.int()),
  counts: z.array(z.int()),
  least: z.int(),
  mean: z.number(),
  most: z.int(),
})

export const promptSampleSchema = z.object({
  requests: z.int(),
  promptTokens: z.int(),
  outputTokens: z.int(),
  promptLengths: lengthHistogramSchema.nullable(),
  outputLengths: lengthHistogramSchema.nullable(),
  prompts: z.array(
    z.object({
      index: z.int(),
      due: z.discriminatedUnion('after', [
        z.object({ after: z.literal('start'), offsetS: z.number() }),
        z.object({ after: z.literal('answer'), turn: z.int(), thinkS: z.number() }),
      ]),
      text: z.string(),
      isCut: z.boolean(),
      attachments: z.array(z.enum(attachments)),
      promptTokens: z.int(),
      outputTokens: z.int(),
    }),
  ),
})
