// Validates a benchmark, for the command line, the form, the database and every process border.
import { schemaText } from '#core/messages/message.ts'
import {
  type BenchmarkConfig,
  benchmarkFieldsSchema,
  benchmarkFlags,
} from '#core/flags/benchmark-fields.ts'
import { type CompatProfileName, compatProfileNames } from '#core/compat/compat-profile-names.ts'
import { type BenchmarkRule, benchmarkRules } from './benchmark-rules.ts'

/** A whole benchmark: every field is valid and no two conflict. Issues carry the field in their path. */
export const benchmarkConfigSchema = benchmarkFieldsSchema.superRefine((config, context) => {
  for (const rule of benchmarkRules) {
    if (rule.broken(config)) {
      context.addIssue({ code: 'custom', path: [rule.field], message: messageOf(rule, config) })
    }
  }
})

/** Reading the defaults takes a tenth of the time of parsing an empty object, which matters at start-up. */
const defaults = Object.entries(benchmarkFieldsSchema.shape).map(([field, schema]) => [
  field,
  schema.def.defaultValue,
])

export const defaultBenchmarkConfig: BenchmarkConfig = Object.freeze(
  Object.fromEntries(defaults) as BenchmarkConfig,
)

/** Values of absent flags, by compatibility profile. An unknown `compat` gets our own defaults. */
export function defaultsOf(compat: unknown): BenchmarkConfig {
  const earlier = compatProfileNames.find((known) => known === compat)
  return earlier === undefined
    ? defaultBenchmarkConfig
    : { ...defaultBenchmarkConfig, ...earlierDefaults(earlier) }
}

/** Returns only the defaults that differ from ours. */
export function earlierDefaults(profile: CompatProfileName): Partial<BenchmarkConfig> {
  return Object.fromEntries(
    benchmarkFlags.flatMap(({ field, defaultsByProfile = {} }) =>
      profile in defaultsByProfile ? [[field, defaultsByProfile[profile]]] : [],
    ),
  )
}

function messageOf({ message }: BenchmarkRule, config: BenchmarkConfig): string {
  return schemaText(typeof message === 'function' ? message(config) : message)
}

/** Replaces base URL, host and port: the chosen server overrides the address in the form. */
export function configOn(baseUrl: string, config: BenchmarkConfig): BenchmarkConfig {
  const { host, port } = defaultBenchmarkConfig
  return { ...config, baseUrl, host, port }
}
