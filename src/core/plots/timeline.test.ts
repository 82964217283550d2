import { describe, expect, it } from 'vitest'
import { chartThemes } from './theme.ts'
import { renderSvg } from './render-svg.ts'
import { drawnSeries } from './drawn-series.test-support.ts'
import { hoveredPosition } from './hovered.ts'
import { isThinned, timelineOption, timelineTable, type TimelineInput } from './timeline.ts'

const input: TimelineInput = {
  timeline: {
    bucketS: 0.5,
    atS: [0, 0.5, 1],
    outputTokensPerSecond: [10, 20, 30],
    inputsPerSecond: [0, 6, 12],
    requestsPerSecondAsked: [4, 4, 0],
    requestsPerSecondCompleted: [0, 2, 4],
    concurrency: [1, 2, 1],
    failures: [0, 0, 0],
    ttftMedianMs: [120, null, 140],
    ttftMaxMs: [150, null, 1900],
    steady: null,
  },
  task: 'generation',
  theme: chartThemes.light,
  text: {
    elapsed: 'time (s)',
    outputTokens: 'output tokens/s',
    inputs: 'inputs/s',
    concurrency: 'in flight',
    ttft: 'TTFT',
    ttftMedian: 'median',
    ttftMax: 'max',
    requests: 'requests/s',
    requestsAsked: 'asked',
    requestsCompleted: 'completed',
    failures: 'failed',
    steady: 'steady state',
  },
}

const withFailures: TimelineInput = {
  ...input,
  timeline: { ...input.timeline, failures: [0, 3, 0] },
}

function seriesOf(wanted: TimelineInput) {
  return drawnSeries(timelineOption(wanted))
}

describe('the timeline of a run', () => {
  it('ends where an interruption lost the records, instead of a drain that never was', () => {
    const cut = seriesOf({ ...input, timeline: { ...input.timeline, lostFromS: 1 } })
    expect(cut.find(({ id }) => id === 'concurrency')?.items.slice(0, 3)).toEqual([
      [0, 1],
      [0.5, 2],
      [1, null],
    ])
  })

  it('stacks four panes under one crosshair', () => {
    const option = timelineOption(input)
    expect(option.grid).toHaveLength(4)
    expect(option.axisPointer).toEqual({ link: [{ xAxisIndex: 'all' }] })
    expect(seriesOf(input).map((series) => series.id)).toEqual([
      'outputTokens',
      'concurrency',
      'ttftMedian',
      'ttftMax',
      'requestsAsked',
      'requestsCompletedCounted',
      'requestsCompleted',
    ])
  })

  it('draws rates of short buckets as means over a second, and counts behind them', () => {
    const drawn = (id: string, bucketS: number) =>
      seriesOf({ ...input, timeline: { ...input.timeline, bucketS } }).find(
        (series) => series.id === id,
      )?.items
    expect(drawn('requestsCompletedCounted', 0.5)?.[0]).toEqual([0, 0])
    expect(drawn('requestsCompleted', 0.5)?.[0]).toEqual([0, 1])
    expect(drawn('requestsCompleted', 1)?.[0]).toEqual([0, 0])
    expect(drawn('requestsCompletedCounted', 1)).toBeUndefined()
  })

  it('names the steady state above its end, clear of the lines', () => {
    const timeline = { ...input.timeline, steady: { startS: 0, endS: 1 } }
    const option = timelineOption({ ...input, timeline })
    const svg = renderSvg(option, { width: 280, height: 480 }, chartThemes.light.surface)
    const [, at] = /transform="translate\([\d.]+ ([\d.]+)\)"[^>]*>steady state</.exec(svg) ?? []
    // The highest pane begins at 8 % of the height.
    expect(Number(at)).toBeLessThan(0.08 * 480)
  })

  it('shows the inputs where nothing is generated', () => {
    const { columns, rows } = timelineTable({ ...input, task: 'pooling' })
    expect(columns.slice(0, 2)).toEqual(['time (s)', 'inputs/s'])
    expect(rows.map(([, inputs]) => inputs)).toEqual([0, 6, 12])
  })

  it('shows the TTFT of first tokens as they arrived, and of nothing else', () => {
    const median = seriesOf(input).find((series) => series.id === 'ttftMedian')
    expect(median?.items[1]).toEqual([0.5, null])
    const { columns, rows } = timelineTable(input)
    expect(columns).toContain('TTFT (ms), max')
    expect(rows[2]?.[columns.indexOf('TTFT (ms), max')]).toBe(1900)
    const pooled = { ...input, task: 'pooling' as const }
    expect(timelineOption(pooled).grid).toHaveLength(3)
    expect(timelineTable(pooled).columns.join()).not.toContain('TTFT')
  })

  it('puts a band behind every pane where the load was at its level, named once', () => {
    const steady = { startS: 0.2, endS: 1.1 }
    const timeline = { ...input.timeline, steady }
    const svg = renderSvg(
      timelineOption({ ...input, timeline }),
      { width: 600, height: 400 },
      '#ffffff',
    )
    expect(svg.match(/>steady state</g)).toHaveLength(1)
    expect(renderSvg(timelineOption(input), { width: 600, height: 400 }, '#ffffff')).not.toContain(
      'steady',
    )
  })

  it('draws the last bucket as wide as the others', () => {
    expect(seriesOf(input)[0]?.items).toEqual([
      [0, 10],
      [0.5, 20],
      [1, 30],
      [1.5, 30],
    ])
  })

  it('shows failures, per second like their neighbours, only when there were some', () => {
    const failed = seriesOf(withFailures).find((series) => series.id === 'failures')
    expect(failed?.items[1]).toEqual([0.5, 6])
    expect(timelineTable(withFailures).columns).toContain('failed')
    expect(timelineTable(input).columns).not.toContain('failed')
  })

  it('names each pane with its unit', () => {
    const svg = renderSvg(timelineOption(input), { width: 800, height: 500 }, '#ffffff')
    for (const text of ['output tokens/s', 'in flight', 'TTFT (ms)', 'requests/s', 'time (s)']) {
      expect(svg).toContain(text)
    }
  })

  it('does not draw what was asked when all was asked at once, but keeps it in the table', () => {
    const timeline = { ...input.timeline, requestsPerSecondAsked: [8000, 0, 0] }
    const ids = seriesOf({ ...input, timeline }).map((series) => series.id)
    expect(ids).not.toContain('requestsAsked')
    expect(timelineTable({ ...input, timeline }).columns).toContain('asked')
  })

  it('can be drawn before anything happened', () => {
    const nothing = {
      bucketS: 1,
      atS: [],
      outputTokensPerSecond: [],
      inputsPerSecond: [],
      requestsPerSecondAsked: [],
      requestsPerSecondCompleted: [],
      concurrency: [],
      failures: [],
      ttftMedianMs: [],
      ttftMaxMs: [],
      steady: null,
    }
    expect(seriesOf({ ...input, timeline: nothing })[0]?.items).toEqual([])
  })

  it('is said to be thinned when it has more points than a screen is wide', () => {
    expect(isThinned(2000)).toBe(false)
    expect(isThinned(2001)).toBe(true)
  })
})

describe('the position under the mouse', () => {
  it.each<[unknown, number, string]>([
    [[{ dataIndex: 3 }, { dataIndex: 3 }], 3, 'what an axis passes'],
    [{ dataIndex: 4 }, 4, 'what an item passes'],
    [[], -1, 'an axis with nothing on it'],
    [undefined, -1, 'nothing'],
  ])('of %j is %d: %s', (hovered, position) => {
    expect(hoveredPosition(hovered)).toBe(position)
  })
})
