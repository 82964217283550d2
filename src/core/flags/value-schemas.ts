// Schemas of values that several flags share, and flags that differ only in their texts.
import { z } from 'zod'
import { spelledUrl, urlProblem } from '#core/backends/server-address.ts'
import { inEnglish, message } from '#core/messages/message.ts'

export const nonNegativeInteger = z.int().min(0)
export const positiveInteger = z.int().min(1)
export const optionalNumber = z.number().nullable().default(null)
export const stringMap = z.record(z.string(), z.string())
export const jsonObject = z.record(z.string(), z.json())

/** A rate or shape that may be infinite. `inf` is text because JSON has no infinity. */
export const positiveOrInfinite = z.union([z.number().positive().finite(), z.literal('inf')])

/** Some compatibility profiles refuse 1; a rule of the flag checks that. */
const unitRatio = z
  .number()
  .min(0)
  .max(1, { error: () => inEnglish(message('config.shareBelowOne')) })

export const rangeRatioSchema = z.union([
  unitRatio,
  z.object({ input: unitRatio, output: unitRatio }),
])

export function holdsCredentials(url: string): boolean {
  return /^https?:\/\/[^/?#]*@/i.test(url)
}

/** Address as users type it, converted to a URL. */
export const serverAddress = z.preprocess(
  spelledUrl,
  z
    .url({ protocol: /^https?$/, error: ({ input }) => inEnglish(urlProblem(input)) })
    .refine((url) => !/\s/.test(url), { error: () => inEnglish(message('address.blank')) }),
)

/** Rejects credentials, because addresses are printed and stored. */
export const httpUrl = serverAddress.refine((url) => !holdsCredentials(url), {
  error: () => inEnglish(message('config.credentialsInUrl')),
})

/** Null unless given. */
export const httpUrls = z.array(httpUrl).min(1).nullable().default(null)

/** A flag that counts something. */
export const count = { kind: 'integer', metavar: 'N' } as const

/** A flag that is a duration. */
export const seconds = { kind: 'number', metavar: 'S', unit: 's' } as const

/** A flag that is off unless given. */
export const onOff = { schema: z.boolean().default(false), kind: 'switch' } as const

export function switchFlag(summary: string) {
  return { ...onOff, summary } as const
}

/** JSON switch of a command that prints a list. */
export const jsonFlag = switchFlag('Print JSON instead of a table.')

/** Null unless given. */
export function textFlag(metavar: string, summary: string) {
  const schema = z.string().min(1).nullable().default(null)
  return { schema, kind: 'text', metavar, summary } as const
}

/** Never empty. */
export function textFlagOf(preset: string, metavar: string, summary: string) {
  return { schema: z.string().min(1).default(preset), kind: 'text', metavar, summary } as const
}

/** Address of an OpenTelemetry collector; null unless given. Headers come from OTEL_EXPORTER_OTLP_HEADERS only. */
export const otlpEndpointFlag = {
  schema: httpUrl.nullable().default(null),
  kind: 'text',
  metavar: 'URL',
  summary:
    'Push metrics of runs to the OpenTelemetry collector at this address, as OTLP over HTTP.',
} as const

/** Any number of texts; null unless given. */
export function textsFlag(metavar: string, summary: string) {
  const schema = z.array(z.string().min(1)).nullable().default(null)
  return { schema, kind: 'words', metavar, summary } as const
}

export function countFlag(preset: number, unit: string, summary: string) {
  const schema = positiveInteger.default(preset)
  return { schema, ...count, unit, summary } as const
}
