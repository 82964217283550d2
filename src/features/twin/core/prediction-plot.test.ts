import { expect, test } from 'vitest'
import { renderSvg } from '#core/plots/render-svg.ts'
import { coveredTexts } from '#core/plots/text-boxes.test-support.ts'
import { chartThemes } from '#core/plots/theme.ts'
import { predictionOption } from './prediction-plot.ts'

test('the name of a limit is clear of the name of its axis, wherever the limit is', () => {
  for (const ms of [20, 200, 400, 560, 1000, 3000]) {
    for (const log of [true, false]) {
      const option = predictionOption({
        ...{ metric: 'ttft', measured: [], capacity: { low: 4, high: 6 }, log },
        points: [1, 2, 4, 8].map((rate) => {
          return { rate, low: 20 * rate, value: 25 * rate ** 1.5, high: 40 * rate ** 2 }
        }),
        limit: { name: `p99 TTFT ≤ ${ms} ms`, ms },
        theme: chartThemes.light,
        text: {
          ...{ rate: 'requests/s', latency: 'p99 TTFT', predicted: 'predicted' },
          ...{ measured: 'measured', capacity: 'capacity', low: 'from', high: 'to' },
        },
      })
      for (const width of [340, 900]) {
        expect(coveredTexts(renderSvg(option, { width, height: 400 }, '#fff'))).toEqual([])
      }
    }
  }
})
