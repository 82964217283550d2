// One request as a file or a database holds it. Gaps between tokens are read separately.
import { z } from 'zod'
import { madeKinds } from './made-kind.ts'
import { amountSchema, countSchema, timeUsSchema } from '#core/base/bounded-schemas.ts'
import { longestText } from '#core/base/bounds.ts'
import { requestErrorCodes } from './request-record.ts'
import { stageMetricsSchema } from './stage-metrics.ts'

const moment = timeUsSchema
const moments = moment.nullable()
const mostAttempts = 10_000

/** Step of an agent. */
export const agentStepSchema = z.object({
  depth: countSchema,
  reusableTokens: countSchema.nullable().default(null),
  whole: z
    .object({
      tookUs: timeUsSchema.min(0),
      modelUs: timeUsSchema.min(0),
      thinkUs: timeUsSchema.min(0),
    })
    .optional(),
  endedAfterUs: timeUsSchema.min(0).optional(),
  branch: countSchema.optional(),
  cancelledBranches: z.array(countSchema).max(1_000_000).readonly().optional(),
})

export const tokenPartsSchema = z.object({
  reasoning: countSchema.nullable(),
  isRecounted: z.literal(true).optional(),
  cached: countSchema.nullable(),
})

export const requestSchema = z.object({
  index: countSchema,
  requestId: z.string().max(1000).nullable(),
  turn: z
    .object({
      conversation: countSchema,
      number: countSchema,
      step: agentStepSchema.optional(),
    })
    .optional(),
  target: countSchema.optional(),
  scheduledAtUs: moment,
  rejected: z
    .array(
      z.object({
        sentAtUs: moment,
        endedAtUs: moment,
        status: z.int(),
        waitUs: timeUsSchema.min(0),
      }),
    )
    .max(mostAttempts)
    .readonly()
    .optional(),
  sentAtUs: moment,
  resent: z.literal(true).optional(),
  firstTokenAtUs: moments,
  firstAtUs: z.object({
    chunk: moments,
    content: moments,
    reasoning: moments,
    toolCall: moments,
  }),
  endedAtUs: moment,
  promptTokens: countSchema,
  inputs: countSchema,
  inputAudioS: amountSchema.nullable(),
  voice: z
    .object({
      firstTextAtUs: moments,
      finalAtUs: moment,
      lagMeanUs: amountSchema.nullable(),
      lagMaxUs: amountSchema.nullable(),
    })
    .optional(),
  made: z
    .object({
      kind: z.enum(madeKinds),
      lengthS: amountSchema.nullable(),
      firstAtUs: moments,
      underrunUs: amountSchema.nullable(),
      count: countSchema.nullable(),
      pixels: timeUsSchema.min(0).nullable(),
      generationUs: amountSchema.nullable(),
      peakMemoryMb: amountSchema.nullable(),
      textEndedAtUs: moment.optional(),
      stages: z.record(z.string(), amountSchema).optional(),
    })
    .optional(),
  stageMetrics: stageMetricsSchema.optional(),
  outputTokens: countSchema.nullable(),
  generatedText: z.string().max(longestText),
  serverTimes: z
    .object({ queueS: amountSchema.nullable(), ttftS: amountSchema.nullable() })
    .optional(),
  tokenParts: tokenPartsSchema.optional(),
  differences: z
    .object({
      model: z.string().max(longestText).optional(),
      unexplained: z.literal(true).optional(),
      promptTokens: countSchema.optional(),
      outputTokens: countSchema.optional(),
    })
    .optional(),
  readAtOnce: z.literal(true).optional(),
  error: z
    .object({
      code: z.enum(requestErrorCodes),
      message: z.string(),
      status: z.int().nullable(),
      body: z.string().nullable(),
    })
    .nullable(),
})
