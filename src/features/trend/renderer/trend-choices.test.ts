import { expect, it } from 'vitest'
import { exampleRun } from '#renderer/components/run/example-run.test-support.ts'
import { firstTrend, trendChoices } from './use-trend.ts'
import { keyAsText } from '#renderer/i18n/key-as-text.test-support.ts'

const twelve = { requestRate: 12, maxConcurrency: 64 }
const runs = [
  exampleRun({ id: 'new', config: twelve }),
  exampleRun({ id: 'single', serverName: 'gpu-04' }),
  exampleRun({ id: 'old', config: twelve }),
  exampleRun({ id: 'cancelled', status: 'cancelled' }),
]
const label = 'llama-8b · 12.0 req/s · c64 · gpu-03'

it('a configuration that was measured twice can be chosen, by its newest run', () => {
  expect(trendChoices(runs, null, keyAsText)).toEqual([{ value: 'new', label }])
})

it('the run that is shown stands for its configuration, also alone', () => {
  expect(trendChoices(runs, 'old', keyAsText)).toEqual([{ value: 'old', label }])
  expect(trendChoices(runs, 'single', keyAsText)).toMatchObject([
    { value: 'new' },
    { value: 'single' },
  ])
})

it.each([
  ['the baseline', 'single', 'single'],
  ['a configuration with several runs', null, 'new'],
  ['the same where the baseline was deleted', 'gone', 'new'],
])('shows first %s', (_what, baselineId, first) => {
  expect(firstTrend(runs, trendChoices(runs, null, keyAsText), baselineId)).toBe(first)
})

it('shows a single run where there is no more, and nothing without one', () => {
  expect(firstTrend(runs.slice(1, 2), [], null)).toBe('single')
  expect(firstTrend([], [], null)).toBeNull()
})
