// Units of latencies. They are stored in ms and shown in ms below one second, in s above; real-time factors are stored
// in ms per second and shown as plain numbers. All charts and tables of a page use the unit of its
// median run; without one, an axis and a column use the unit of their median, so that one slow run does not turn the others
// into 0.0258 s.
import { latencyOf, type ReportableMetricName } from '#core/metrics/latencies.ts'
import { formatNumber } from '#core/base/numbers.ts'

/** The symbol of a plain number is empty. */
export type LatencyUnit = Readonly<{ symbol: 'ms' | 's' | ''; ms: number }>

const milliseconds: LatencyUnit = { symbol: 'ms', ms: 1 }
const seconds: LatencyUnit = { symbol: 's', ms: 1000 }
const ratio: LatencyUnit = { symbol: '', ms: 1000 }

/** Unit for exact values of any magnitude. */
export function exactUnit(metric: ReportableMetricName): LatencyUnit {
  return latencyOf(metric).written === 'ratio' ? ratio : milliseconds
}

/** Unit for exact values beside values shown in `unit`. */
export function exactUnitFor(unit: LatencyUnit): LatencyUnit {
  return unit === ratio ? ratio : milliseconds
}

/** Unit for the median of some values; for an even number, the lower middle value. Without `metric` the values are times. */
export function latencyUnit(
  valuesMs: readonly (number | null)[],
  metric?: ReportableMetricName,
): LatencyUnit {
  if (metric !== undefined && exactUnit(metric) === ratio) return ratio
  const sorted = valuesMs.filter((value) => value !== null).sort((a, b) => a - b)
  const median = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0
  return median >= 1000 ? seconds : milliseconds
}

/** Unit of each latency on a page; null if no run on the page has it. */
export type UnitOf = (metric: ReportableMetricName) => LatencyUnit | null

export type OnPage = Readonly<{ unitOf?: UnitOf | undefined }>

/** Unit of the page, else the one for these values. */
export function shownUnit(
  { unitOf }: OnPage,
  metric: ReportableMetricName,
  valuesMs: readonly (number | null)[],
): LatencyUnit {
  return unitOf?.(metric) ?? latencyUnit(valuesMs, metric)
}

/** Formats latencies given in ms in this unit, without its name; to a microsecond, or to a tenth of a millisecond in s. */
export function latencyFormat(unit: LatencyUnit): (valueMs: number | null | undefined) => string {
  return (valueMs) =>
    formatNumber(
      valueMs === null || valueMs === undefined ? null : valueMs / unit.ms,
      unit.ms === 1 ? 3 : 4,
    )
}

/** `AUDIO_RTF`, `TTFT (ms)`. */
export function withUnitOf(name: string, { symbol }: LatencyUnit): string {
  return symbol === '' ? name : `${name} (${symbol})`
}
