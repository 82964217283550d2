// Timeline of a run: throughput, requests in flight, TTFT and request rates in stacked panes on one time axis.
import { plainLegend } from './legend.ts'
import { dash } from '#core/base/numbers.ts'
import {
  exactUnit,
  type LatencyUnit,
  type OnPage,
  shownUnit,
  withUnitOf,
} from '#core/metrics/latency-unit.ts'
import { steadyBand, type SteadySpan } from './marks.ts'
import type { ChartTheme, SeriesKey } from './theme.ts'
import { horizontalAxis, tickText, verticalAxis, zoomOf } from './axis.ts'
import type { ChartOption, LineSeriesOption } from './option.ts'
import type { PlotTable } from './plot-table.ts'
import { hoveredPosition } from './hovered.ts'
import { tooltipOf, tooltipHtml } from './tooltip.ts'
import type { TaskName } from '#core/backends/task-traits.ts'
import type { RunTimeline } from '#core/stats/drawing/timeline.ts'

export type Timeline = RunTimeline &
  Readonly<{
    steady: SteadySpan | null
    /** Time after which requests in flight are unknown, because an interrupted run has no records of them. */
    lostFromS?: number | null | undefined
  }>

export type TimelineInput = OnPage &
  Readonly<{
    timeline: Timeline
    task: TaskName
    theme: ChartTheme
    text: Readonly<{
      elapsed: string
      outputTokens: string
      inputs: string
      concurrency: string
      /** Name without unit. */
      ttft: string
      ttftMedian: string
      ttftMax: string
      requests: string
      requestsAsked: string
      requestsCompleted: string
      failures: string
      steady: string
    }>
  }>

const dashed = 'dashed' as const

type PaneName = 'throughput' | 'concurrency' | 'ttft' | 'requests'

type Track = Readonly<{
  id: string
  /** Key of its colour. */
  key: SeriesKey
  name: string
  values: readonly (number | null)[]
  pane: PaneName
  look?: 'filled' | 'dashed' | 'faint'
}>

/** Window of the moving mean for rates of shorter buckets, because a few requests per bucket are mostly noise. */
const smoothedOverS = 1

/** Number of buckets above which the plot is thinned, with a note. */
const thinnedBeyond = 2000

export function isThinned(pointCount: number): boolean {
  return pointCount > thinnedBeyond
}

/** Results of a run per second, and the requested rate. */
const throughputs: Readonly<Record<TaskName, Throughput>> = {
  generation: { name: 'outputTokens', values: 'outputTokensPerSecond' },
  pooling: { name: 'inputs', values: 'inputsPerSecond' },
}

type Throughput = Readonly<{
  name: 'outputTokens' | 'inputs'
  values: 'outputTokensPerSecond' | 'inputsPerSecond'
}>

/** Omits tasks whose results per second are unknown, as during the run. */
function throughputTrack({ timeline, task, text }: TimelineInput): Track {
  const { name, values } = throughputs[task]
  const known = knownValues(timeline, timeline[values])
  const drawn = { values: known, pane: 'throughput', look: 'filled' } as const
  return { id: name, key: name, name: text[name], ...drawn }
}

/** Ends a series of in-flight requests at missing records, so that an interruption does not look like a drain. */
function knownValues(
  { atS, lostFromS = null }: Timeline,
  values: readonly number[],
): readonly (number | null)[] {
  if (lostFromS === null) return values
  return values.map((value, index) => ((atS[index] ?? 0) < lostFromS ? value : null))
}

function tracks(input: TimelineInput): Track[] {
  const { timeline, text } = input
  const failed = timeline.failures.some((count) => count > 0)
  const failuresPerSecond = timeline.failures.map((count) => count / timeline.bucketS)
  const asked = { name: text.requestsAsked, values: timeline.requestsPerSecondAsked }
  const completed = { name: text.requestsCompleted, values: timeline.requestsPerSecondCompleted }
  const pane = 'requests' as const
  const throughput = throughputTrack(input)
  return [
    ...(timeline.atS.length > 0 && throughput.values.length === 0 ? [] : [throughput]),
    {
      ...{ id: 'concurrency', key: 'concurrency', name: text.concurrency },
      ...{ values: knownValues(timeline, timeline.concurrency) },
      ...{ pane: 'concurrency', look: 'filled' },
    },
    ...ttftTracks(input),
    { id: 'requestsAsked', key: 'requestsAsked', ...asked, pane, look: 'dashed' },
    { id: 'requestsCompleted', key: 'requestsCompleted', ...completed, pane },
    ...(failed
      ? [
          {
            ...{ id: 'failures', key: 'failures' as const, name: text.failures },
            ...{ values: failuresPerSecond, pane },
          },
        ]
      : []),
  ]
}

function ttftUnit(input: TimelineInput): LatencyUnit {
  return shownUnit(input, 'ttft', input.timeline.ttftMedianMs)
}

function divisorOf(input: TimelineInput, pane: PaneName): number {
  return pane === 'ttft' ? ttftUnit(input).ms : 1
}

/** Empty if no first token was observed, as with embeddings. */
function ttftTracks({ timeline, task, text }: TimelineInput): Track[] {
  const { ttftMedianMs, ttftMaxMs } = timeline
  if (task !== 'generation' || ttftMedianMs.every((value) => value === null)) return []
  const shared = { key: 'ttft', pane: 'ttft' } as const
  return [
    { id: 'ttftMedian', ...shared, name: text.ttftMedian, values: ttftMedianMs },
    ...(ttftMaxMs.every((value) => value === null)
      ? []
      : [{ id: 'ttftMax', ...shared, name: text.ttftMax, values: ttftMaxMs, look: dashed }]),
  ]
}

/** At rate inf every request is due in the first bucket, and that value would flatten all others. */
export function isAskedAtOnce({ requestsPerSecondAsked }: Timeline): boolean {
  const [, ...later] = requestsPerSecondAsked
  return later.length > 0 && later.every((rate) => rate === 0)
}

function drawnTracks(input: TimelineInput): Track[] {
  const hidden = isAskedAtOnce(input.timeline) ? 'requestsAsked' : null
  return tracks(input).filter(({ key }) => key !== hidden)
}

/** Lines of a track: the mean of short buckets, drawn over the raw counts of completed requests. */
function linesOf({ timeline }: TimelineInput, track: Track): readonly Track[] {
  const reach = Math.floor(smoothedOverS / 2 / timeline.bucketS)
  const isRate = track.id === 'requestsAsked' || track.id === 'requestsCompleted'
  if (!isRate || reach === 0) return [track]
  const smooth = { ...track, values: movingMean(track.values, reach) }
  const counted: Track = { ...track, id: `${track.id}Counted`, name: '', look: 'faint' }
  return track.id === 'requestsCompleted' ? [counted, smooth] : [smooth]
}

/** Mean of each value and up to `reach` neighbours on both sides. */
function movingMean(values: Track['values'], reach: number): readonly number[] {
  return values.map((_, index) => {
    const near = values.slice(Math.max(0, index - reach), index + reach + 1)
    return near.reduce<number>((sum, value) => sum + (value ?? 0), 0) / near.length
  })
}

const strokes = {
  filled: { width: 1.5 },
  dashed: { width: 1, type: 'dashed' },
  faint: { width: 1, opacity: 0.3 },
} as const

/** Steps: each bucket keeps its value until the start of the next. */
function trackSeries(input: TimelineInput, track: Track, pane: number): LineSeriesOption {
  const { timeline } = input
  const color = input.theme.series[track.key]
  const last = timeline.atS.at(-1)
  const places = timeline.atS.map((atS, index) => [atS, track.values[index] ?? null])
  return {
    type: 'line',
    id: track.id,
    name: track.name,
    xAxisIndex: pane,
    yAxisIndex: pane,
    color,
    step: 'end',
    symbol: 'none',
    sampling: 'lttb',
    connectNulls: true,
    lineStyle: { color, ...strokes[track.look ?? 'filled'] },
    ...(track.look === 'filled' ? { areaStyle: { color, opacity: 0.15 } } : {}),
    data:
      last === undefined
        ? []
        : [...places, [last + timeline.bucketS, track.values[places.length - 1] ?? null]],
  }
}

type Pane = Readonly<{ name: string; divisor: number; tracks: readonly Track[] }>

/** Panes from top to bottom, each with its tracks. */
function panesOf(input: TimelineInput): Pane[] {
  const { text } = input
  const names: Readonly<Record<PaneName, string>> = {
    throughput: throughputTrack(input).name,
    concurrency: text.concurrency,
    ttft: withUnitOf(text.ttft, ttftUnit(input)),
    requests: text.requests,
  }
  const byPane = new Map<PaneName, Track[]>()
  for (const track of drawnTracks(input))
    byPane.set(track.pane, [...(byPane.get(track.pane) ?? []), track])
  return [...byPane].map(([pane, shown]) => ({
    name: names[pane],
    divisor: divisorOf(input, pane),
    tracks: shown,
  }))
}

/** Shares of the height: each pane reserves space above for its name, and the lowest below for the time axis. */
const firstTop = 8
const lastBottom = 12
const roomForName = 10
const roomForLegend = 6

function heightsOf(count: number): Readonly<{ height: string; tops: readonly number[] }> {
  const step = (100 - firstTop - lastBottom + roomForName) / count
  const tops = Array.from({ length: count }, (_, pane) => firstTop + pane * step)
  return { height: `${step - roomForName}%`, tops }
}

export function timelineOption(input: TimelineInput): ChartOption {
  const { theme, text } = input
  const panes = panesOf(input)
  const { height, tops } = heightsOf(panes.length)
  return {
    animation: false,
    grid: tops.map((top) => ({ left: 56, right: 24, top: `${top}%`, height })),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    dataZoom: [zoomOf(panes.map((_, pane) => pane))],
    legend: panes.flatMap(({ tracks: shown }, pane) =>
      shown.length < 2
        ? []
        : {
            ...plainLegend(theme),
            top: `${(tops[pane] ?? 0) - roomForLegend}%`,
            right: 16,
            padding: 0,
            itemWidth: 24,
            itemHeight: 8,
            itemStyle: { opacity: 0 },
            data: shown.map((track) => track.name),
          },
    ),
    tooltip: tooltipOf(theme, 'axis', (hovered) =>
      timelineTooltip(input, hoveredPosition(hovered)),
    ),
    xAxis: panes.map((_, pane) => timeAxis(input, pane, pane === panes.length - 1)),
    yAxis: panes.map(({ name, divisor }, pane) => ({
      ...namedBesideTicks(verticalAxis({ name, log: false, theme, divisor })),
      gridIndex: pane,
      splitNumber: 3,
    })),
    series: panes.flatMap(({ tracks: shown }, pane) =>
      shown
        .flatMap((track) => linesOf(input, track))
        .map((track, index) => ({
          ...trackSeries(input, track, pane),
          // Draws the same band behind every pane; only the top pane shows its name.
          ...(index === 0
            ? steadyBand(input.timeline.steady, { name: text.steady, theme, named: pane === 0 })
            : {}),
        })),
    ),
  }
}

/** The name starts at the axis, right of the ticks, and is close to its own pane, away from the one above. */
function namedBesideTicks(axis: ReturnType<typeof verticalAxis>) {
  return { ...axis, nameGap: 5, nameTextStyle: { ...axis.nameTextStyle, padding: [0, 0, 0, 0] } }
}

/** Only the lowest pane labels the time; the others share its axis. */
function timeAxis({ theme, text, timeline }: TimelineInput, pane: number, lowest: boolean) {
  const axis = horizontalAxis({ name: lowest ? text.elapsed : '', log: false, theme })
  return {
    ...axis,
    gridIndex: pane,
    min: 0,
    max: (timeline.atS.at(-1) ?? 0) + timeline.bucketS,
    axisLabel: { ...axis.axisLabel, show: lowest, showMaxLabel: false },
    axisPointer: { ...axis.axisPointer, label: { ...axis.axisPointer.label, show: lowest } },
  }
}

function timelineTooltip(input: TimelineInput, position: number): string {
  const bucket = Math.min(position, input.timeline.atS.length - 1)
  const atS = input.timeline.atS[bucket]
  if (atS === undefined) return ''
  const heading = `${tickText(atS)} – ${tickText(atS + input.timeline.bucketS)} s`
  return tooltipHtml(
    heading,
    tracks(input).map((track) => ({
      color: input.theme.series[track.key],
      name: fullName(input, track, ttftUnit(input)),
      value: valueText(track.values[bucket], divisorOf(input, track.pane)),
    })),
  )
}

function valueText(value: number | null | undefined, divisor: number): string {
  return typeof value === 'number' ? tickText(value / divisor) : dash
}

/** Adds the metric to the name of a statistic, for use outside its pane. */
function fullName({ text }: TimelineInput, { pane, name }: Track, unit: LatencyUnit): string {
  return pane === 'ttft' ? `${withUnitOf(text.ttft, unit)}, ${name}` : name
}

export function timelineTable(input: TimelineInput): PlotTable {
  const shown = tracks(input)
  return {
    columns: [
      input.text.elapsed,
      ...shown.map((track) => fullName(input, track, exactUnit('ttft'))),
    ],
    rows: input.timeline.atS.map((atS, index) => [
      atS,
      ...shown.map((track) => track.values[index] ?? null),
    ]),
  }
}
