// Our latencies beside those the server measured of itself, in a line for the console.
import { latencyLabels, metricNames } from '#core/metrics/latencies.ts'
import { message, type Message } from '../../messages/message.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { comparedLatencies, type ComparedLatency } from '../../stats/compared-latencies.ts'

/** Empty where the server does not report it. */
export function serverLatencyNote(summary: RunSummary): readonly Message[] {
  const compared = comparedLatencies(summary)
  const [first, ...others] = metricNames.flatMap((metric) => {
    const latency = compared[metric]
    return latency === undefined ? [] : [latencyText(latencyLabels[metric], latency)]
  })
  if (first === undefined) return []
  const latencies = others.reduce(
    (before, last) => message('notes.inSeries', { first: before, last }),
    first,
  )
  return [message('notes.serverLatencies', { latencies })]
}

function latencyText(metric: string, { serverMeanMs, differenceMs }: ComparedLatency): Message {
  const sign = differenceMs < 0 ? '-' : '+'
  return message('notes.serverLatency', {
    metric,
    ms: serverMeanMs.toFixed(2),
    difference: `${sign} ${Math.abs(differenceMs).toFixed(2)}`,
  })
}
