// Reader of another tool's result file: how to recognise the file, and its values under vLLM's keys.
import type { z } from 'zod'
import type { ReportableMetricName } from '#core/metrics/latencies.ts'
import type { Message } from '#core/messages/message.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import { numberIn } from '#core/base/number-text.ts'
import { valueBy } from '#core/model/app-error.ts'
import { isJson } from '#core/protocol/json-value.ts'
import { resultProblem } from '#core/result-file/result-schema.ts'

export type ToolReader = Readonly<{
  /** Top-level keys that only this tool's files have together. */
  keys: readonly string[]
  /** Replaces `keys` if they differ by version. */
  isOne?: ((file: Readonly<Record<string, unknown>>) => boolean) | undefined
  /** Throws `invalid-input` with the remedy, naming the first missing or invalid key. */
  read: (file: unknown, remedy: Message) => ToolResult
}>

type ToolResult = Readonly<{
  /** Null if the file does not name a version. */
  version: string | null
  /** Values under the keys of vLLM's file, with our definitions or with definitions that `toolDefinitions` lists. */
  entries: Readonly<Record<string, unknown>>
}>

type Parts<Schema extends z.ZodType> = Readonly<{
  keys: readonly string[]
  isOne?: ToolReader['isOne']
  schema: Schema
  /** Remedy for a file that lacks a key, if another is better. */
  remedy?: Message
  version: (file: z.output<Schema>) => string | null
  entries: (file: z.output<Schema>) => ToolResult['entries']
}>

export function toolReader<Schema extends z.ZodType>(parts: Parts<Schema>): ToolReader {
  const { keys, isOne, schema, remedy: ownRemedy, version, entries } = parts
  return {
    keys,
    isOne,
    read(value, remedy) {
      const asWritten = schema.safeParse(value)
      const parsed = asWritten.success ? asWritten : schema.safeParse(withNumbers(value))
      const file = parsed.data ?? valueBy(schema, value, resultProblem(ownRemedy ?? remedy))
      return { version: version(file), entries: entries(file) }
    },
  }
}

/** Scripts that collect results often store numbers as text. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'string') return numberIn(value) ?? value
  if (Array.isArray(value)) return value.map(withNumbers)
  if (!isJson(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNumbers(each)]))
}

export type ToolStats = Pick<MetricStats, 'mean' | 'median' | 'std' | 'percentiles'>

/** Statistics in milliseconds, multiplied by `msPerUnit`; empty if the tool measured none. */
export function statsKeys(
  name: ReportableMetricName,
  stats: ToolStats | null | undefined,
  msPerUnit = 1,
): Readonly<Record<string, number>> {
  if (stats === null || stats === undefined) return {}
  const { mean, median, std, percentiles } = stats
  return {
    [`mean_${name}_ms`]: mean * msPerUnit,
    [`median_${name}_ms`]: median * msPerUnit,
    ...(std === null ? {} : { [`std_${name}_ms`]: std * msPerUnit }),
    ...Object.fromEntries(
      percentiles.map(({ percentile, value }) => [`p${percentile}_${name}_ms`, value * msPerUnit]),
    ),
  }
}

/** Members such as `p50` and `p99.9` of an object, without null values. */
export function percentilesOf(
  members: Readonly<Record<string, unknown>>,
): ToolStats['percentiles'] {
  return Object.entries(members).flatMap(([key, value]) => {
    const percentile = Number(/^p(\d+(?:\.\d+)?)$/.exec(key)?.[1])
    return percentile <= 100 && typeof value === 'number' ? [{ percentile, value }] : []
  })
}
