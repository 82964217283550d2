// Lines of a bundle, each in JSON, in their order: a header; sweeps with their logs; calibrations; each run, followed
// by its samples and its requests; an end, so that truncation is detected; and a signature of all lines.
// docs/reports.md describes the format.
import { z } from 'zod'
import { countSchema, epochMsSchema } from '#core/base/bounded-schemas.ts'
import { message, type Text } from '#core/messages/message.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { requestSchema } from '#core/records/request-record.ts'
import { calibrationSchema } from '#core/model/run/calibration.ts'
import { runSchema } from '#core/model/run/run.ts'
import { sweepLogEntrySchema } from '#core/model/sweep-log.ts'
import { sweepSchema } from '#core/model/sweep.ts'
import { sampledValuesSchema, telemetryProblemSchema } from '#core/model/run/telemetry.ts'
import { telemetryKinds } from '#core/records/sampled-values.ts'
import { appError, AppError, issueText } from '#core/model/app-error.ts'

// One request as a line of a bundle: the stored record, with the gaps between its tokens as a plain list.
const largestGapUs = 2 ** 32 - 1

/** More than any response contains, and few enough to store. */
const mostGaps = 1_000_000

const bundleRequestSchema = z.object({
  kind: z.literal('request'),
  request: requestSchema,
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
  z.object({
    kind: z.literal('signature'),
    algorithm: z.literal('ed25519'),
    /** Raw, in base64url, as a JSON Web Key has it. */
    publicKey: z.string().regex(/^[\w-]{43}$/),
    /** Signs the SHA-256 of every line before this one, each with its line feed; base64. */
    signature: z.string().regex(/^[\w+/]{86}==$/),
  }),
])

export type BundleLine = z.infer<typeof bundleLineSchema>
export type BundleLineOf<Kind extends BundleLine['kind']> = Extract<BundleLine, { kind: Kind }>

/** Kind of a line of a bundle, which is untrusted: it must match the schema of its kind, or is rejected with a sentence. */
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

/** Requests contain no names that need redaction, and there are many of them. */
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
