// Drops unknown names in --percentile-metrics with a warning, because vLLM ignores them.
import { reportableMetricNames } from '#core/metrics/latencies.ts'
import { message, type Text } from '../messages/message.ts'
import type { ParsedArguments } from './parse-arguments.ts'

type Known<Field extends string> = Readonly<{
  parsed: ParsedArguments<Field>
  /** One sentence, or none. */
  warnings: readonly Text[]
}>

/** `parsed` without the unknown names. */
export function withKnownMetrics<Field extends string>(
  parsed: ParsedArguments<Field | 'percentileMetrics'>,
): Known<Field | 'percentileMetrics'> {
  const { percentileMetrics: names } = parsed.values
  if (!Array.isArray(names)) return { parsed, warnings: [] }
  const known = names.filter((name) => reportableMetricNames.some((one) => one === name))
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return { parsed, warnings: [] }
  return {
    parsed: { ...parsed, values: { ...parsed.values, percentileMetrics: known } },
    warnings: [
      message('notes.unknownMetrics', {
        unknown: unknown.join(', '),
        known: reportableMetricNames.join(', '),
      }),
    ],
  }
}
