// Figures as plain-text tables show them, with a fixed number of digits for each metric.
import { message, type Text } from '../messages/message.ts'
import { latencyLabels, type MetricName } from '../metrics/latencies.ts'
import type { ScalarWith } from '../metrics/scalar-names.ts'
import { figureTraits, inItsUnit, type LimitMetric } from '../metrics/figures.ts'

const columnNames: Readonly<Record<ScalarWith<'column'>, Text>> = {
  requestThroughput: message('tables.done'),
  outputThroughput: message('tables.output'),
}

/** Column head: name and unit. */
export function scalarHead(name: ScalarWith<'column'>): readonly [Text, Text] {
  return [columnNames[name], figureTraits[name].unit]
}

/** `TTFT ms`, `AUDIO_RTF`. */
export function latencyHead(name: MetricName): string {
  return [latencyLabels[name], figureTraits[name].unit].filter(Boolean).join(' ')
}

const dash = '–'

/** A dash for a value that was not measured or not requested. */
export function figureText(name: LimitMetric, value: number | null | undefined): string {
  if (value === null || value === undefined) return dash
  const { family, unit, keptAs } = figureTraits[name]
  if (family === 'share') return `${(100 * value).toFixed(1)} %`
  if (family === 'amount' || keptAs !== undefined) {
    return String(Number(inItsUnit(name, value).toPrecision(3)))
  }
  return value.toFixed(unit === 'req/s' ? 2 : 1)
}
