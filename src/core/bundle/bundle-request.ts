// One request as a line of a bundle: the stored record, with the gaps between its tokens as a plain list.
import { z } from 'zod'
import { requestErrorCodes, type RequestRecord } from '../model/run/request-record.ts'

const largestGapUs = 2 ** 32 - 1
const moment = z.int()
const moments = moment.nullable()

/** More than any server answers, and little enough to be held. */
const mostGaps = 1_000_000
const longestText = 8_000_000

export const bundleRequestSchema = z.object({
  kind: z.literal('request'),
  request: z.object({
    index: z.int().min(0),
    requestId: z.string().max(1000).nullable(),
    turn: z.object({ conversation: z.int().min(0), number: z.int().min(0) }).optional(),
    scheduledAtUs: moment,
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
    promptTokens: z.int().min(0),
    inputs: z.int().min(0),
    inputAudioS: z.number().nullable(),
    outputTokens: z.int().min(0).nullable(),
    generatedText: z.string().max(longestText),
    serverTimes: z
      .object({ queueS: z.number().nullable(), ttftS: z.number().nullable() })
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
  }),
  gapsUs: z.array(z.int().min(0).max(largestGapUs)).max(mostGaps),
})

type BundleRequest = z.infer<typeof bundleRequestSchema>

export function bundledRequest({
  interTokenLatenciesUs,
  ...request
}: RequestRecord): BundleRequest {
  return { kind: 'request', request, gapsUs: [...interTokenLatenciesUs] }
}

export function unbundledRequest({ request, gapsUs }: BundleRequest): RequestRecord {
  return { ...request, interTokenLatenciesUs: Uint32Array.from(gapsUs) }
}
