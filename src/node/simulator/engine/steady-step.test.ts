import { expect, test } from 'vitest'
import { meanOf } from '#core/stats/certainty/batch-means.ts'
import { tpotS } from '#core/records/measured-request.ts'
import { findDeployment } from '../presets/presets.ts'
import { steadyStepMs, steadyTpotMs, tokensPerStep, type Lengths } from './steady-step.ts'
import { virtualRun } from './virtual-run.test-support.ts'

const short: Lengths = { inputTokens: 256, outputTokens: 64 }
/** Prompts that take two steps to be read, or nearly a whole one. */
const long: Lengths = { inputTokens: 3000, outputTokens: 100 }

const cases: readonly [string, Lengths, readonly number[]][] = [
  ['quick', short, [1, 8, 24]],
  ['l4-qwen-3b', short, [4, 24, 64]],
  ['a100-llama-8b', short, [2, 16, 24, 64]],
  ['h100-llama-8b', short, [8, 64, 256]],
  ['quick', long, [1, 8]],
  ['a100-llama-8b', long, [2, 8, 24]],
  ['h100-llama-8b', long, [4, 24]],
]

test.each(cases)('%s writes %j as fast as its model says', (preset, lengths, concurrencies) => {
  const deployment = findDeployment(preset)
  for (const concurrency of concurrencies) {
    const run = virtualRun(deployment, {
      ...lengths,
      concurrency,
      requestRate: null,
      seed: 1,
      requests: Math.max(300, 30 * concurrency),
      warmUps: 2 * concurrency,
    })
    const measured = meanOf(Float64Array.from(run, (request) => tpotS(request) ?? NaN)) * 1000
    const reported = steadyTpotMs(deployment, { ...lengths, concurrency })
    expect(Math.abs(measured / reported - 1), `${concurrency} at a time`).toBeLessThan(0.03)
  }
})

test('a server of one request has steps of its own prompt, its tokens do not wait for', () => {
  const alone = { ...long, concurrency: 1 }
  const deployment = findDeployment('a100-llama-8b')
  expect(steadyTpotMs(deployment, alone)).toBeLessThan(0.9 * steadyStepMs(deployment, alone))
  expect(tokensPerStep(deployment, alone)).toBeCloseTo(100 / 101, 9)
  expect(tokensPerStep(deployment, { ...short, concurrency: 1 })).toBe(1)
})

test('answers of one token are all prompt', () => {
  const deployment = findDeployment('quick')
  const running = { inputTokens: 256, outputTokens: 1, concurrency: 4 }
  const stepMs = steadyStepMs(deployment, running)
  expect(stepMs).toBeGreaterThan(steadyStepMs(deployment, { ...running, outputTokens: 2 }))
  expect(Number.isFinite(stepMs)).toBe(true)
})
