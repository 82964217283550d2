import { expect, test } from 'vitest'
import { latencyCurveOption } from './latency-curve.ts'
import type { LatencyCurveInput } from './latency-curve-input.ts'
import { renderSvg } from './render-svg.ts'
import { coveredTexts } from './text-boxes.test-support.ts'
import { chartThemes } from './theme.ts'

const theme = chartThemes.light
/** A phone, a page, a window. */
const sizes = [
  { width: 340, height: 380 },
  { width: 640, height: 360 },
  { width: 900, height: 560 },
]
const loads = [1, 2, 4, 8, 16]
const limits = [10, 21, 45, 80, 115, 120, 300]

function figure(value: number) {
  return { value, interval: { low: 0.8 * value, high: 1.2 * value } }
}

function curve(input: Pick<LatencyCurveInput, 'latencyLog' | 'swapped'>, ms: number) {
  return latencyCurveOption({
    ...{ metric: 'ttft', statistics: ['p99'], throughputLog: false, ...input },
    curves: [
      {
        name: 'a server',
        points: loads.map((load, at) => ({
          ...{ key: String(load), label: '', solid: true, facts: [] },
          ...{ throughput: figure(load), latencies: [figure(40 * 1.3 ** at)] },
          ...{ isKnee: at === 2, isKneeEnd: at === 2 || at === 3 },
        })),
      },
    ],
    limits: [{ name: `limit p99 ≤ ${ms} ms`, ms }],
    planned: { loads: loads.map((throughput) => ({ throughput, name: 'next' })), current: null },
    ...{ selectedKey: null, chosenKeys: [], theme },
    text: {
      ...{ throughput: 'offered requests per second', latency: 'TTFT', knee: 'knee' },
      ...{ point: 'point', low: 'from', high: 'to' },
    },
  })
}

test.each(sizes)('nothing covers the name of an axis, $width px wide', (size) => {
  for (const ms of limits) {
    for (const latencyLog of [true, false]) {
      for (const swapped of [true, false]) {
        const covered = coveredTexts(renderSvg(curve({ latencyLog, swapped }, ms), size, '#fff'))
        expect(covered.filter((pair) => /offered|TTFT|limit.*next/.test(pair))).toEqual([])
      }
    }
  }
})
