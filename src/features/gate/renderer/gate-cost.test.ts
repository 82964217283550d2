import { expect, test } from 'vitest'
import { t } from '#renderer/i18n/i18n.ts'
import { gateCostFacts, gateSeconds } from './gate-cost.ts'

const runs = { fewest: 6, most: 20 }
const rules = { mostRepeats: 10 }

test('a gate takes its runs and the starts of its servers', () => {
  const seconds = (
    mostStarts: number,
    secondsPerStart: number | null,
    secondsPerRun: number | null,
  ) => gateSeconds({ plan: { gpus: 4, mostStarts, secondsPerStart }, rules, runs, secondsPerRun })
  expect(seconds(0, null, 30)).toEqual({ least: 180, most: 600 })
  // Both servers anew for each of at most ten repeats, three of them at least.
  expect(seconds(20, 60, 30)).toEqual({ least: 180 + 360, most: 600 + 1200 })
  expect(seconds(20, null, 30)).toBeNull()
  expect(seconds(0, null, null)).toBeNull()
})

test('a gate costs the GPUs of both servers for as long as it may take', () => {
  const costs = (gpus: number | null, price: number | null) =>
    gateCostFacts(gpus, { least: 540, most: 1800 }, price, t).map(({ value }) => value)
  expect(costs(4, 2.5)).toEqual(['at most 2.00 GPU-hours', 'at most 5.00 USD'])
  expect(costs(4, null)).toEqual(['at most 2.00 GPU-hours', t('gate.costUnset')])
  expect(costs(null, 2.5)).toEqual([])
  expect(gateCostFacts(4, null, 2.5, t)).toEqual([])
})
