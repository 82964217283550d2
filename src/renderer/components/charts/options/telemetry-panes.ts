// What is drawn of a run's telemetry, pane by pane: things of one unit together, each in the hue it has elsewhere.
import type { TelemetryTrack } from '#contract/telemetry-view.ts'
import type { SeriesKey } from '../palette.ts'

export type TelemetrySeriesName = TelemetryTrack['name']

export const telemetryHues: Readonly<Record<TelemetrySeriesName, SeriesKey>> = {
  requestsRunning: 'concurrency',
  requestsWaiting: 'e2el',
  kvCachePercent: 'ttft',
  prefixCacheHitPercent: 'tpot',
  generationTokensPerS: 'outputTokens',
  promptTokensPerS: 'inputs',
  preemptionsPerS: 'failures',
  gpuUtilizationPercent: 'ttft',
  gpuPowerW: 'e2el',
  gpuSmClockMhz: 'requestsCompleted',
  gpuMemoryUsedMiB: 'concurrency',
  gpuTemperatureC: 'failures',
}

const panes: readonly (readonly TelemetrySeriesName[])[] = [
  ['requestsRunning', 'requestsWaiting'],
  ['kvCachePercent', 'prefixCacheHitPercent'],
  ['generationTokensPerS', 'promptTokensPerS'],
  ['preemptionsPerS'],
  ['gpuUtilizationPercent'],
  ['gpuPowerW'],
  ['gpuSmClockMhz'],
  ['gpuMemoryUsedMiB'],
  ['gpuTemperatureC'],
]

/** Only worth a pane where it happened. */
const rare: readonly TelemetrySeriesName[] = ['preemptionsPerS']

export type TelemetryPane = Readonly<{
  names: readonly TelemetrySeriesName[]
  tracks: readonly TelemetryTrack[]
}>

/** Those that somebody told anything of. */
export function telemetryPanes(tracks: readonly TelemetryTrack[]): readonly TelemetryPane[] {
  const shown = tracks.filter(({ name, values }) => !rare.includes(name) || values.some(Boolean))
  return panes
    .map((names) => names.filter((name) => shown.some((track) => track.name === name)))
    .filter((names) => names.length > 0)
    .map((names) => ({ names, tracks: shown.filter(({ name }) => names.includes(name)) }))
}
