// Telemetry of a server and its GPUs during a run: small stacked panes with the time axis of the run's timeline.
import { poolKinds, poolOf } from '#core/model/pool-kind.ts'
import { type TelemetrySeriesName, telemetryTraits } from '#core/telemetry/telemetry-traits.ts'
import { chartFont, type ChartTheme, type SeriesKey } from './theme.ts'
import { horizontalAxis, tickText, verticalAxis, zoomOf } from './axis.ts'
import type { ChartOption, LineSeriesOption } from './option.ts'
import { hoveredTime } from './hovered.ts'
import type { PlotTable } from './plot-table.ts'
import { tooltipOf, tooltipHtml } from './tooltip.ts'

export type TelemetryTrack = Readonly<{
  name: TelemetrySeriesName
  /** Label of the source; see TelemetrySource. */
  label: string
  /** Seconds since the start of the run. */
  atS: readonly number[]
  /** Null ends a line. */
  values: readonly (number | null)[]
}>

type TelemetryTracks = Readonly<{ series: readonly TelemetryTrack[] }>

export type TelemetryInput = Readonly<{
  telemetry: TelemetryTracks
  /** End of the timeline above. */
  endS: number
  theme: ChartTheme
  text: Readonly<{
    elapsed: string
    gpu: string
    engine: string
    series: (name: TelemetrySeriesName) => string
  }>
}>

const layout = { top: 26, pane: 56, gap: 34, bottom: 44 } as const

/** Height in pixels: every pane has the same height. */
export function telemetryHeight({ series }: TelemetryTracks): number {
  const { top, pane, gap, bottom } = layout
  return top + telemetryPanes(series).length * (pane + gap) - gap + bottom
}

export function telemetryOption(input: TelemetryInput): ChartOption {
  const panes = telemetryPanes(input.telemetry.series)
  return {
    animation: false,
    grid: panes.map((_, pane) => ({
      ...{ left: 56, right: 24, height: layout.pane },
      top: layout.top + pane * (layout.pane + layout.gap),
    })),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    dataZoom: [zoomOf(panes.map((_, pane) => pane))],
    tooltip: tooltipOf(input.theme, 'axis', (hovered) =>
      telemetryTooltip(input, hoveredTime(hovered)),
    ),
    xAxis: panes.map((_, pane) => timeAxis(input, { pane, isLowest: pane === panes.length - 1 })),
    yAxis: panes.map((pane, index) => valueAxis(input, pane, index)),
    series: panes.flatMap(({ tracks }, pane) =>
      tracks.map((track) => trackSeries(input, track, pane)),
    ),
  }
}

/** Only the lowest pane labels the time; the others share its axis. */
function timeAxis(
  { theme, text, endS }: TelemetryInput,
  { pane, isLowest }: Readonly<{ pane: number; isLowest: boolean }>,
) {
  const axis = horizontalAxis({ name: isLowest ? text.elapsed : '', log: false, theme })
  return {
    ...axis,
    gridIndex: pane,
    min: 0,
    max: endS,
    axisLabel: { ...axis.axisLabel, show: isLowest, showMaxLabel: false },
    axisPointer: { ...axis.axisPointer, label: { ...axis.axisPointer.label, show: isLowest } },
  }
}

/** Coloured names above a pane serve as its legend. */
function valueAxis({ theme, text }: TelemetryInput, { names, of }: TelemetryPane, pane: number) {
  const axis = verticalAxis({ name: '', log: false, theme })
  const common = { fontFamily: chartFont, fontSize: 12 }
  const rich: Partial<Record<TelemetrySeriesName, typeof common & { color: string }>> = {}
  for (const name of names) rich[name] = { ...common, color: colorOf(name, theme) }
  const title = (name: TelemetrySeriesName) => {
    if (of === null) return text.series(name)
    const isPool = telemetryTraits[name].kind === 'instance'
    return isPool ? `${of}: ${text.series(name)}` : `${of} (${text.series(name)})`
  }
  return {
    ...axis,
    name: names.map((name) => `{${name}|${title(name)}}`).join('   '),
    nameTextStyle: { ...axis.nameTextStyle, rich },
    gridIndex: pane,
    splitNumber: 2,
    scale: names.includes('gpuSmClockMhz') || names.includes('gpuTemperatureC'),
  }
}

function trackSeries(
  { theme }: TelemetryInput,
  { name, label, atS, values }: TelemetryTrack,
  pane: number,
): LineSeriesOption {
  const color = colorOf(name, theme)
  return {
    type: 'line',
    id: `${name} ${label}`,
    name: `${name} ${label}`,
    xAxisIndex: pane,
    yAxisIndex: pane,
    color,
    symbol: 'none',
    lineStyle: { color, width: 1.5 },
    data: atS.map((at, index) => [at, values[index] ?? null]),
  }
}

function colorOf(name: TelemetrySeriesName, theme: ChartTheme): string {
  return theme.series[telemetryHues[name]]
}

/** Server and GPUs are sampled at different times, so each line shows its nearest sample. */
function telemetryTooltip(input: TelemetryInput, atS: number | null): string {
  if (atS === null) return ''
  const { telemetry, theme } = input
  const lines = telemetryPanes(telemetry.series).flatMap(({ tracks }) =>
    tracks.map((track) => ({
      color: colorOf(track.name, theme),
      name: trackName(input, track),
      value: valueText(nearestValue(track, atS)),
    })),
  )
  return tooltipHtml(`${tickText(atS)} s`, lines)
}

function valueText(value: number | null): string {
  return value === null ? '–' : tickText(value)
}

function nearestValue({ atS, values }: TelemetryTrack, wantedS: number): number | null {
  let nearest = 0
  for (const [index, at] of atS.entries()) {
    if (Math.abs(at - wantedS) < Math.abs((atS[nearest] ?? Infinity) - wantedS)) nearest = index
  }
  return values[nearest] ?? null
}

function trackName({ text }: TelemetryInput, { name, label }: TelemetryTrack): string {
  if (label === '') return text.series(name)
  const { kind } = telemetryTraits[name]
  return `${kind === 'gpu' || kind === 'engine' ? `${text[kind]} ` : ''}${label}: ${text.series(name)}`
}

/** One row for each time with any sample. */
export function telemetryTable(input: TelemetryInput): PlotTable {
  const tracks = telemetryPanes(input.telemetry.series).flatMap((pane) => pane.tracks)
  const columns = tracks.map(({ atS, values }) => new Map(atS.map((at, i) => [at, values[i]])))
  const moments = [...new Set(tracks.flatMap(({ atS }) => atS))].toSorted((a, b) => a - b)
  return {
    columns: [input.text.elapsed, ...tracks.map((track) => trackName(input, track))],
    rows: moments.map((at) => [at, ...columns.map((column) => column.get(at) ?? null)]),
  }
}

const telemetryHues: Readonly<Record<TelemetrySeriesName, SeriesKey>> = {
  requestsRunning: 'concurrency',
  requestsWaiting: 'e2el',
  kvCachePercent: 'ttft',
  prefixCacheHitPercent: 'tpot',
  generationTokensPerS: 'outputTokens',
  promptTokensPerS: 'inputs',
  preemptionsPerS: 'failures',
  externalCacheHitPercent: 'tpot',
  draftAcceptancePercent: 'itl',
  transferMBPerS: 'inputs',
  transferMs: 'ttft',
  failedTransfersPerS: 'failures',
  offloadMBPerS: 'concurrency',
  adaptersRunning: 'concurrency',
  adaptersWaiting: 'e2el',
  instanceRunning: 'concurrency',
  instanceWaiting: 'e2el',
  instanceKvPercent: 'ttft',
  instancePromptPerS: 'inputs',
  instanceGenerationPerS: 'outputTokens',
  instanceTransferMs: 'itl',
  engineRunning: 'concurrency',
  engineWaiting: 'e2el',
  imbalance: 'failures',
  metricValue: 'outputTokens',
  metricPerS: 'outputTokens',
  metricMean: 'outputTokens',
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
  ['externalCacheHitPercent'],
  ['draftAcceptancePercent'],
  ['transferMBPerS', 'offloadMBPerS'],
  ['transferMs'],
  ['failedTransfersPerS'],
  ['adaptersRunning', 'adaptersWaiting'],
  ['engineRunning', 'engineWaiting'],
  ['imbalance'],
  ['gpuUtilizationPercent'],
  ['gpuPowerW'],
  ['gpuSmClockMhz'],
  ['gpuMemoryUsedMiB'],
  ['gpuTemperatureC'],
]

/** Panes per pool of a prefill/decode pair, with one line per instance. */
const poolPanes: readonly (readonly TelemetrySeriesName[])[] = [
  ['instanceRunning', 'instanceWaiting'],
  ['instanceKvPercent'],
  ['instancePromptPerS', 'instanceGenerationPerS'],
  ['instanceTransferMs'],
]

/** Shown only if it occurred. */
const rare: readonly TelemetrySeriesName[] = [
  'preemptionsPerS',
  'transferMBPerS',
  'offloadMBPerS',
  'failedTransfersPerS',
  'adaptersRunning',
  'adaptersWaiting',
  'instancePromptPerS',
  'instanceGenerationPerS',
  'instanceTransferMs',
]

type TelemetryPane = Readonly<{
  names: readonly TelemetrySeriesName[]
  tracks: readonly TelemetryTrack[]
  /** Metric that the user named, or pool; null for other panes. */
  of: string | null
}>

/** Panes with at least one value. */
function telemetryPanes(tracks: readonly TelemetryTrack[]): readonly TelemetryPane[] {
  const shown = tracks.filter(({ name, values }) => !rare.includes(name) || values.some(Boolean))
  const ofPools = poolKinds.flatMap((pool) => {
    const own = shown.filter(
      ({ name, label }) => telemetryTraits[name].kind === 'instance' && poolOf(label) === pool,
    )
    return laidOut(poolPanes, own, pool)
  })
  return [...ofPools, ...laidOut(panes, shown, null), ...metricPanes(shown)]
}

function laidOut(
  wanted: typeof panes,
  tracks: readonly TelemetryTrack[],
  of: string | null,
): readonly TelemetryPane[] {
  return wanted
    .map((names) => names.filter((name) => tracks.some((track) => track.name === name)))
    .filter((names) => names.length > 0)
    .map((names) => ({ names, tracks: tracks.filter(({ name }) => names.includes(name)), of }))
}

/** One pane per metric, regardless of labels, because they share a unit. */
function metricPanes(tracks: readonly TelemetryTrack[]): readonly TelemetryPane[] {
  const named = tracks.filter(({ name }) => telemetryTraits[name].kind === 'metric')
  return [...new Set(named.map(metricOf))].map((metric) => {
    const own = named.filter((track) => metricOf(track) === metric)
    return { names: [...new Set(own.map(({ name }) => name))], tracks: own, of: metric }
  })
}

/** Drops the server address before the name, and the labels after it. */
function metricOf({ label }: TelemetryTrack): string {
  return label.replace(/\{.*$/, '').replace(/^.* /, '')
}
