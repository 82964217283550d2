import { describe, expect, it } from 'vitest'
import { latencyCurveOption } from './latency-curve.ts'
import type { CurvePoint, LatencyCurveInput } from './latency-curve-input.ts'
import { renderSvg } from './render-svg.ts'
import { chartThemes } from './theme.ts'

const theme = chartThemes.light

function point(load: number, changes: Partial<CurvePoint> = {}): CurvePoint {
  return {
    ...{ key: `${load}`, label: `${load}/s`, solid: true, isKnee: false, isKneeEnd: false },
    throughput: { value: load, interval: null },
    latencies: [{ value: 10 * load, interval: { low: 8 * load, high: 12 * load } }],
    facts: [],
    ...changes,
  }
}

function drawn(points: readonly CurvePoint[], changes: Partial<LatencyCurveInput> = {}): string {
  const option = latencyCurveOption({
    ...{ metric: 'ttft', statistics: ['p50'], curves: [{ name: '', points }], theme },
    ...{ latencyLog: false, throughputLog: false, swapped: false, limits: [] },
    ...{ selectedKey: null, chosenKeys: [], shaded: { kept: 'carried' } },
    text: {
      ...{ throughput: 'offered', latency: 'TTFT', knee: 'knee', point: 'point' },
      ...{ low: 'from', high: 'to' },
    },
    ...changes,
  })
  return renderSvg(option, { width: 800, height: 600 }, theme.surface)
}

describe('over the offered load', () => {
  const points = [point(10), point(20, { isCarried: true }), point(40)]

  it('names the loads that the server carries, and only if there are any', () => {
    expect(drawn(points)).toContain('>carried<')
    expect(drawn([point(10), point(20)])).not.toContain('>carried<')
    expect(drawn(points, { shaded: undefined })).not.toContain('>carried<')
  })

  it('joins the intervals of neighbouring points', () => {
    const areas = (svg: string) => svg.split('fill-opacity="0.14"').length - 1
    expect(areas(drawn(points))).toBe(1)
    expect(areas(drawn(points, { shaded: undefined }))).toBe(0)
  })

  it('leaves a gap, without an interval, at a point that is not usable', () => {
    const four = [point(5), ...points]
    const inner = four.map((one, at) => ({ ...one, isApart: at === 2 }))
    const drawnLines = (svg: string) => svg.split(/fill="none"[^>]*stroke-width="2"/).length - 1
    const areas = (svg: string) => svg.split('fill-opacity="0.14"').length - 1
    expect(areas(drawn(inner))).toBe(1)
    expect(drawn(inner)).toContain('>20/s<')
    expect(drawnLines(drawn(four))).toBeGreaterThan(0)
    const pathOf = (svg: string) =>
      /<path d="([^"]*)" fill="none"[^>]*stroke-width="2"/.exec(svg)?.[1]
    expect(pathOf(drawn(four))?.split('M')).toHaveLength(2)
    expect(pathOf(drawn(inner))?.split('M').length).toBeGreaterThan(2)
  })

  it('leaves room around a single load', () => {
    expect(drawn([point(20)])).toContain('>30<')
    expect(drawn([point(20)], { shaded: undefined })).not.toContain('>30<')
  })
})
