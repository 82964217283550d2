// What a cross-check of the transports found, in plain text.
import { latencyLabels } from '#core/metrics/latencies.ts'
import type { CalibrationPlace } from '../../stats/calibration/calibration-load.ts'
import type { TransportGap } from '../../stats/calibration/transport-check.ts'
import { textTable, type TextColumn } from './text-table.ts'

export type CrossCheckedPlace = CalibrationPlace &
  Readonly<{
    /** Of each transport. */
    requests: number
    /** How many runs there were of each transport. */
    rounds: number
    gaps: readonly TransportGap[]
  }>

export function crossCheckText({ gaps, ...place }: CrossCheckedPlace): string {
  const { streams, eventsPerS, rounds, requests } = place
  const load = `${streams} streams, ${eventsPerS} events/s`
  return [
    `${load}: ${rounds} runs of ${requests} requests over each transport, in turns. All in µs.`,
    textTable(columns, gaps),
  ].join('\n')
}

const columns: readonly TextColumn<TransportGap>[] = [
  {
    head: [],
    align: 'left',
    cell: ({ latency, statistic }) => `${statistic} ${latencyLabels[latency]}`,
  },
  { head: ['native'], cell: ({ native }) => usText(native) },
  { head: ['undici'], cell: ({ other }) => usText(other) },
  {
    head: ['undici − native', '95 % interval'],
    cell: ({ gap, reach }) => `${signedText(gap)} ± ${usText(reach)}`,
  },
  { head: ['error of', 'native'], cell: ({ nativeError }) => signedText(nativeError) },
  { head: ['error of', 'undici'], cell: ({ otherError }) => signedText(otherError) },
]

function signedText(us: number): string {
  return Math.round(us) > 0 ? `+${usText(us)}` : usText(us)
}

function usText(us: number): string {
  return String(Math.round(us)).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}
