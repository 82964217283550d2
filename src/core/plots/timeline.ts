// The course of a run: what came of it per second, requests in flight and request rates, one above the other on one
// clock.
import { plainLegend } from './legend.ts'
import { steadyBand, type SteadySpan } from './marks.ts'
import type { ChartTheme, SeriesKey } from './theme.ts'
import { horizontalAxis, tickText, verticalAxis, zoomOf } from './axis.ts'
import type { ChartOption, LineSeriesOption } from './option.ts'
import type { PlotTable } from './plot-table.ts'
import { hoveredPosition } from './hovered.ts'
import { tooltipFrame, tooltipHtml } from './tooltip.ts'
import type { TaskName } from '#core/model/benchmark/task-traits.ts'
import type { RunTimeline } from '#core/stats/drawing/timeline.ts'

export type Timeline = RunTimeline & Readonly<{ steady: SteadySpan | null }>

export type TimelineInput = Readonly<{
  timeline: Timeline
  task: TaskName
  theme: ChartTheme
  text: Readonly<{
    elapsed: string
    outputTokens: string
    inputs: string
    concurrency: string
    requests: string
    requestsAsked: string
    requestsCompleted: string
    failures: string
    steady: string
  }>
}>

type Track = Readonly<{ key: SeriesKey; name: string; values: readonly number[]; pane: number }>

/** More buckets than this are drawn thinned, with a note. */
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

function throughputTrack({ timeline, task, text }: TimelineInput): Track {
  const { name, values } = throughputs[task]
  return { key: name, name: text[name], values: timeline[values], pane: 0 }
}

function tracks(input: TimelineInput): Track[] {
  const { timeline, text } = input
  const failed = timeline.failures.some((count) => count > 0)
  const failuresPerSecond = timeline.failures.map((count) => count / timeline.bucketS)
  return [
    throughputTrack(input),
    { key: 'concurrency', name: text.concurrency, values: timeline.concurrency, pane: 1 },
    {
      key: 'requestsAsked',
      name: text.requestsAsked,
      values: timeline.requestsPerSecondAsked,
      pane: 2,
    },
    {
      key: 'requestsCompleted',
      name: text.requestsCompleted,
      values: timeline.requestsPerSecondCompleted,
      pane: 2,
    },
    ...(failed
      ? [{ key: 'failures' as const, name: text.failures, values: failuresPerSecond, pane: 2 }]
      : []),
  ]
}

/** At rate inf everything is due in the first bucket: drawn, that one value would flatten all others. */
export function isAskedAtOnce({ requestsPerSecondAsked }: Timeline): boolean {
  const [, ...later] = requestsPerSecondAsked
  return later.length > 0 && later.every((rate) => rate === 0)
}

function drawnTracks(input: TimelineInput): Track[] {
  const hidden = isAskedAtOnce(input.timeline) ? 'requestsAsked' : null
  return tracks(input).filter(({ key }) => key !== hidden)
}

/** Each bucket is drawn as wide as it is: its value holds from its start to the next one's. */
function trackSeries(input: TimelineInput, track: Track): LineSeriesOption {
  const { timeline } = input
  const color = input.theme.series[track.key]
  const alone = track.pane < 2
  const last = timeline.atS.at(-1)
  const places = timeline.atS.map((atS, index) => [atS, track.values[index] ?? 0])
  return {
    type: 'line',
    id: track.key,
    name: track.name,
    xAxisIndex: track.pane,
    yAxisIndex: track.pane,
    color,
    step: 'end',
    symbol: 'none',
    sampling: 'lttb',
    lineStyle: { color, width: 1.5, type: track.key === 'requestsAsked' ? 'dashed' : 'solid' },
    ...(alone ? { areaStyle: { color, opacity: 0.15 } } : {}),
    data:
      last === undefined
        ? []
        : [...places, [last + timeline.bucketS, track.values[places.length - 1] ?? 0]],
  }
}

function isFirstOfPane(shown: readonly Track[], { key, pane }: Track): boolean {
  return shown.find((track) => track.pane === pane)?.key === key
}

/** The same band behind every pane, with its name in the highest. */
function bandOfPane({ timeline, theme, text }: TimelineInput, pane: number) {
  return steadyBand(timeline.steady, { name: text.steady, theme, named: pane === 0 })
}

const paneTops = ['8%', '38%', '68%']
const paneHeight = '20%'

export function timelineOption(input: TimelineInput): ChartOption {
  const { theme, text } = input
  const shown = drawnTracks(input)
  const paneNames = [throughputTrack(input).name, text.concurrency, text.requests]
  return {
    animation: false,
    grid: paneTops.map((top) => ({ left: 56, right: 24, top, height: paneHeight })),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    dataZoom: [zoomOf([0, 1, 2])],
    legend: {
      ...plainLegend(theme),
      top: '60%',
      right: 16,
      itemWidth: 24,
      itemHeight: 8,
      itemStyle: { opacity: 0 },
      data: shown.filter((track) => track.pane === 2).map((track) => track.name),
    },
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'axis',
      formatter: (hovered) => timelineTooltip(input, hoveredPosition(hovered)),
    },
    xAxis: paneNames.map((_, pane) => timeAxis(input, pane)),
    yAxis: paneNames.map((name, pane) => ({
      ...verticalAxis({ name, log: false, theme }),
      gridIndex: pane,
      splitNumber: 3,
    })),
    series: shown.map((track) => ({
      ...trackSeries(input, track),
      ...(isFirstOfPane(shown, track) ? bandOfPane(input, track.pane) : {}),
    })),
  }
}

/** Only the lowest pane writes the time; the others share it. */
function timeAxis({ theme, text, timeline }: TimelineInput, pane: number) {
  const lowest = pane === paneTops.length - 1
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
      name: track.name,
      value: tickText(track.values[bucket] ?? 0),
    })),
  )
}

export function timelineTable(input: TimelineInput): PlotTable {
  const shown = tracks(input)
  return {
    columns: [input.text.elapsed, ...shown.map((track) => track.name)],
    rows: input.timeline.atS.map((atS, index) => [
      atS,
      ...shown.map((track) => track.values[index] ?? null),
    ]),
  }
}
