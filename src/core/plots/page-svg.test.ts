import { describe, expect, test } from 'vitest'
import { latencyCurveOption } from './latency-curve.ts'
import { allPoints, type Curve, type LatencyCurveInput } from './latency-curve-input.ts'
import { pageTheme } from './page-theme.ts'
import { chartThemes, type ChartTheme } from './theme.ts'
import { factsOfPoints, pageSvg } from './page-svg.ts'
import { renderSvg } from './render-svg.ts'

const size = { width: 640, height: 360 }
const badName = '</text><script>alert(1)</script>"\'&'

function curve(name: string, factor: number): Curve {
  return {
    name,
    points: [1, 2].map((load) => ({
      key: `${factor}/${load}`,
      label: `${load} req/s`,
      throughput: { value: load * 100, interval: { low: load * 90, high: load * 110 } },
      latencies: [{ value: 20 * load * factor, interval: { low: 10, high: 90 } }],
      ...{ solid: true, isKnee: load === 2, isKneeEnd: false },
      facts: [{ name: 'p99', value: `${20 * load * factor} ms` }],
    })),
  }
}

function inputOf(theme: ChartTheme): LatencyCurveInput {
  return {
    ...{ metric: 'ttft', statistics: ['p99'], curves: [curve(badName, 1), curve('b', 2)] },
    ...{ latencyLog: true, throughputLog: false, swapped: false, theme },
    ...{ limits: [{ name: 'p99 ≤ 60 ms', ms: 60 }], selectedKey: null, chosenKeys: [] },
    text: {
      ...{ throughput: 'tok/s', latency: 'TTFT', knee: 'knee' },
      ...{ point: 'point', low: 'from', high: 'to' },
    },
  }
}

/** Every element is closed in its turn, and every attribute is quoted once. */
function isWellFormed(svg: string): boolean {
  const open: string[] = []
  const tags = svg
    .replaceAll(/<!\[CDATA\[[^]*?\]\]>/g, '')
    .matchAll(/<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|</gi)
  for (const [, closing, name, , alone] of tags) {
    if (name === undefined) return false
    if (closing === '/' && open.pop() !== name) return false
    if (closing === '' && alone === '') open.push(name)
  }
  return open.length === 0
}

test('a saved plot is well-formed, with the names of fonts and of curves in it', () => {
  const svg = renderSvg(latencyCurveOption(inputOf(chartThemes.light)), size, '#ffffff')
  expect(svg).toContain("'Segoe UI'")
  expect(isWellFormed(svg), svg).toBe(true)
})

describe('a plot in a page', () => {
  const input = inputOf(pageTheme)
  const option = latencyCurveOption(input)
  const points = allPoints(input)
  const svg = pageSvg(
    {
      ...{ option, size, label: 'TTFT over throughput' },
      facts: factsOfPoints(option, points),
    },
    'curve',
  )

  test('is well-formed, and has nothing that a page’s policy forbids', () => {
    expect(isWellFormed(svg)).toBe(true)
    expect(svg).not.toMatch(/<script|<style| style=| class=|ecmeta|NaN|undefined/)
    expect(svg).toMatch(/^<svg viewBox="0 0 640 360" role="img" aria-label="TTFT over throughput">/)
  })

  test('takes every colour from the page', () => {
    const colours = [...svg.matchAll(/ (?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour)
    expect(colours).toEqual(expect.arrayContaining(['var(--ttft)', 'var(--e2el)', 'var(--bad)']))
    // Of shapes that are not seen: clip paths, and the frame of the legend.
    const unseen = ['#000', 'rgb(0,0,0)', '#b7b9be']
    const own = colours.filter((colour = '') => !/^(none|var\(--[\w-]+\))$/.test(colour))
    expect(own.filter((colour = '') => !unseen.includes(colour))).toEqual([])
  })

  test('shows the facts of each point, marked with its key', () => {
    expect(svg).toContain('data-key="2/2"><title>2 req/s\np99: 80 ms</title></path>')
  })

  test('names its clip paths after itself', () => {
    const named = [...svg.matchAll(/(?:id="|url\(#)([^")]*)/g)].map(([, id = '']) => id)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((id) => !id.startsWith('curve-'))).toEqual([])
  })
})
