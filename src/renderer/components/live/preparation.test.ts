import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { preparationOf } from './preparation.ts'

const config = defaultBenchmarkConfig

test('steps before the current one are done, those after it come next', () => {
  expect(preparationOf(config, 'preparing-workload')).toEqual([
    { step: 'checking-server', state: 'done' },
    { step: 'loading-tokenizer', state: 'done' },
    { step: 'preparing-workload', state: 'now' },
    { step: 'connecting', state: 'next' },
  ])
})

test.each([
  [{ promptTokenIds: true }, ['checking-server', 'preparing-workload', 'connecting']],
  [
    { skipTokenizerInit: true, numWarmups: 3, readyCheckTimeoutSec: 5, profile: true },
    [
      'checking-server',
      'preparing-workload',
      'waiting-until-ready',
      'starting-profiler',
      'connecting',
      'warming-up',
    ],
  ],
])('%j takes the steps it asks for', (changes, steps) => {
  const preparation = preparationOf({ ...config, ...changes }, null)
  expect(preparation.map(({ step }) => step)).toEqual(steps)
  expect(new Set(preparation.map(({ state }) => state))).toEqual(new Set(['next']))
})

test('a step the settings did not foresee is shown while it lasts', () => {
  const steps = preparationOf(config, 'waiting-until-ready')
  expect(steps).toContainEqual({ step: 'waiting-until-ready', state: 'now' })
})
