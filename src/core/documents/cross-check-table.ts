// Findings of a cross-check of the transports, as plain text.
import type { Language } from '#core/messages/languages.ts'
import { message, textIn } from '#core/messages/message.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import type { CalibrationPlace } from '../stats/calibration/calibration-load.ts'
import type { TransportGap } from '../stats/calibration/transport-check.ts'
import { type Column, textTable } from './table.ts'

export type CrossCheckedPlace = CalibrationPlace &
  Readonly<{
    requests: number
    /** Runs per transport. */
    rounds: number
    gaps: readonly TransportGap[]
  }>

export function crossCheckText(
  { gaps, streams, eventsPerS: events, rounds, requests }: CrossCheckedPlace,
  language: Language = 'en',
): string {
  const place = message('tables.calibration.place', { streams, events })
  const title = message('tables.crossCheck.title', { place, rounds, requests })
  return [textIn(language, title), textTable(columns, gaps, language)].join('\n')
}

const columns: readonly Column<TransportGap>[] = [
  {
    head: [],
    align: 'left',
    cell: ({ latency, statistic }) => `${statistic} ${latencyLabels[latency]}`,
  },
  { head: ['native'], cell: ({ native }) => usText(native) },
  { head: ['undici'], cell: ({ other }) => usText(other) },
  {
    head: ['undici − native', message('tables.interval95')],
    cell: ({ gap, reach }) => `${signedText(gap)} ± ${usText(reach)}`,
  },
  {
    head: [message('tables.crossCheck.errorOf'), 'native'],
    cell: ({ nativeError }) => signedText(nativeError),
  },
  {
    head: [message('tables.crossCheck.errorOf'), 'undici'],
    cell: ({ otherError }) => signedText(otherError),
  },
]

function signedText(us: number): string {
  return Math.round(us) > 0 ? `+${usText(us)}` : usText(us)
}

function usText(us: number): string {
  return String(Math.round(us)).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}
