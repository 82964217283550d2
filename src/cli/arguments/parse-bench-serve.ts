// Parses the command line of `bench serve`: the benchmark, and the output of its result.
import type { Text } from '#core/messages/message.ts'
import { benchmarkConfigSchema, defaultsOf } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { idleOptionsSchema } from '#core/flags/idle.ts'
import { outputOptionsSchema, type OutputOptions } from '#core/flags/output.ts'
import { isSeries, seriesOptionsSchema, type SeriesOptions } from '#core/flags/series.ts'
import { benchServeFlagSet } from '#core/command-line/bench-serve-flags.ts'
import { checkedBy } from './checked-by.ts'
import { withConversations } from '#core/command-line/conversation-switch.ts'
import {
  parseArguments,
  type ParsedArguments,
  withKnownMetrics,
} from '#core/command-line/parse-arguments.ts'

export type BenchServeArguments = Readonly<{
  config: BenchmarkConfig
  output: OutputOptions
  /** One sentence per ignored value. */
  warnings: readonly Text[]
  series: SeriesOptions
}>

type Environment = Readonly<Record<string, string | undefined>>

/** `KNEEPOINT_COMPAT` selects the compatibility profile for command lines that do not name one. */
export function parseBenchServe(
  args: readonly string[],
  { KNEEPOINT_COMPAT: compatProfile }: Environment = {},
): BenchServeArguments {
  const given = compatProfile ? ['--compat', compatProfile, ...args] : args
  const { parsed: asked, refusal } = withConversations(parseArguments(given, benchServeFlagSet))
  if (refusal !== null) throw refusal
  const { parsed, warnings } = withKnownMetrics(asked)
  checkedBy(idleOptionsSchema, parsed)
  const defaults = defaultsOf(parsed.values.compat)
  const series = checkedBy(seriesOptionsSchema, parsed)
  const values = { ...defaults, ...parsed.values, ...firstLoad(series) }
  return {
    config: checkedBy(benchmarkConfigSchema, { ...parsed, values }),
    output: checkedBy(outputOptionsSchema, isSeries(series) ? inRustLayout(parsed) : parsed),
    series,
    warnings,
  }
}

/** Rules are checked here for the first load of a sweep, and for each load before it runs. */
function firstLoad({ sweepMaxConcurrency, sweepRequestRate }: SeriesOptions) {
  return {
    ...(sweepMaxConcurrency !== null && { maxConcurrency: sweepMaxConcurrency[0] }),
    ...(sweepRequestRate !== null && { requestRate: sweepRequestRate[0] }),
  }
}

/** Only vLLM's Rust client runs series, so their reports use its layout by default. */
function inRustLayout(parsed: ParsedArguments<string>): ParsedArguments<string> {
  return { ...parsed, values: { reportLayout: 'vllm-bench', ...parsed.values } }
}
