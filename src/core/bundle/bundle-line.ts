// The lines of a bundle, JSON each, in the order they stand: a head, sweeps with their logs, calibrations, then each run
// followed by what was sampled of it and by its requests, and an end, so that a file that breaks off is known for one. docs/reports.md describes it.
import { madeKinds } from '../model/benchmark/made-kind.ts'
import { stageMetricsSchema } from '../model/run/stage-metrics.ts'
import { longestText } from '../model/bounds.ts'
import { z } from 'zod'
import { amountSchema, countSchema, epochMsSchema, timeUsSchema } from '../model/bounded-schemas.ts'
import { message, type Text } from '#core/messages/message.ts'
import { requestErrorCodes, type RequestRecord } from '../model/run/request-record.ts'
import { calibrationSchema } from '../model/run/calibration.ts'
import { runSchema } from '../model/run/run.ts'
import { sweepLogEntrySchema } from '../model/sweep/sweep-log.ts'
import { sweepSchema } from '../model/sweep/sweep.ts'
import { sampledValuesSchema, telemetryProblemSchema } from '../model/run/telemetry.ts'
import { telemetryKinds } from '../model/run/sampled-values.ts'
import { appError, AppError } from '../model/app-error.ts'
import { issueText } from '../model/issue-text.ts'

// One request as a line of a bundle: the stored record, with the gaps between its tokens as a plain list.
const largestGapUs = 2 ** 32 - 1
const moment = timeUsSchema
const moments = moment.nullable()

/** More than any server answers, and little enough to be held. */
const mostGaps = 1_000_000
const mostAttempts = 10_000

const agentStepSchema = z.object({
  depth: countSchema,
  reusableTokens: countSchema.nullable(),
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

const bundleRequestSchema = z.object({
  kind: z.literal('request'),
  request: z.object({
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

/** Raised when what was written before can no longer be read as it was meant. */
export const bundleVersion = 1

/** A day of one a second, and more. */
const mostSamples = 200_000

/** Ids are handed to databases and addresses, and made by us. */
const idSchema = z.string().regex(/^[\w-]{1,64}$/)

const headSchema = z.object({
  kind: z.literal('kneepoint-bundle'),
  version: z.int().min(1),
  name: z.string(),
  writtenBy: z.string(),
  writtenAtEpochMs: epochMsSchema,
})

const runLineSchema = z.object({
  kind: z.literal('run'),
  run: runSchema.extend({ id: idSchema, sweepId: idSchema.nullable() }),
  /** Lines of requests that follow. */
  requests: countSchema,
  /** The result file an imported run was made from, to the letter. */
  result: z.string().nullable(),
})

const telemetryLineSchema = z.object({
  kind: z.literal('telemetry'),
  source: z.object({ kind: z.enum(telemetryKinds), label: z.string().max(500) }),
  samples: z
    .array(
      z.object({
        atEpochMs: epochMsSchema,
        values: sampledValuesSchema,
      }),
    )
    .max(mostSamples),
})

const bundleLineSchema = z.discriminatedUnion('kind', [
  headSchema,
  z.object({ kind: z.literal('sweep'), sweep: sweepSchema.extend({ id: idSchema }) }),
  z.object({ kind: z.literal('log'), sweepId: idSchema, entry: sweepLogEntrySchema }),
  z.object({
    kind: z.literal('calibration'),
    calibration: calibrationSchema.extend({ id: idSchema }),
  }),
  runLineSchema,
  telemetryLineSchema,
  z.object({ kind: z.literal('telemetry-problem'), problem: telemetryProblemSchema }),
  bundleRequestSchema,
  z.object({ kind: z.literal('end'), runs: countSchema }),
])

export type BundleLine = z.infer<typeof bundleLineSchema>
export type BundleLineOf<Kind extends BundleLine['kind']> = Extract<BundleLine, { kind: Kind }>

// Reads a line of a bundle from a stranger: it is what its schema says, or refused in a sentence.
const kindSchema = z.object({ kind: z.string() })
const versionSchema = z.object({ version: z.int() })
const knownKinds: readonly string[] = bundleLineSchema.options.map(({ shape }) => shape.kind.value)

/** Null for a line of a kind that later versions have added. Throws `invalid-input`. */
export function parseBundleLine(text: string): BundleLine | null {
  const value = parsedJson(text)
  const { data } = kindSchema.safeParse(value)
  if (data === undefined) throw broken(message('files.notABundleLine'))
  requireVersion(value, data.kind)
  if (!knownKinds.includes(data.kind)) return null
  const parsed = bundleLineSchema.safeParse(value, { error: issueText })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw broken(
    message('common.of', {
      name: issue?.path.join('.') ?? data.kind,
      text: issue?.message ?? message('files.unexpectedForm'),
    }),
  )
}

function requireVersion(value: unknown, kind: string): void {
  if (kind !== 'kneepoint-bundle') return
  const { data } = versionSchema.safeParse(value)
  if (data === undefined || data.version <= bundleVersion) return
  throw appError('unsupported', 'files.bundleTooNew', {
    version: data.version,
    newest: bundleVersion,
  })
}

/** Requests hold no names of their own, and there are many of them. */
function parsedJson(text: string): unknown {
  try {
    return text.startsWith('{"kind":"request"')
      ? (JSON.parse(text) as unknown)
      : (JSON.parse(text, withoutPrototype) as unknown)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError)
      throw broken(message('files.notJsonLine'))
    throw error
  }
}

/** No record may bring a prototype along. */
function withoutPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}

function broken(why: Text): AppError {
  return new AppError('invalid-input', why, {
    remedy: message('files.writeBundleAgain'),
  })
}
