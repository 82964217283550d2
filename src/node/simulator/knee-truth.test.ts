// Whether a sweep is right about the knee: simulated servers in virtual time, compared with long runs. 200 seeds each are
// bench/knee-truth.ts.
import { describe, expect, test } from 'vitest'
import { runAnswer } from '#core/answers/run-answer.ts'
import { inEnglish } from '#core/messages/message.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { findDeployment } from './presets/presets.ts'
import { virtualRun } from './engine/virtual-run.test-support.ts'
import { scoreOf, virtualSweep, type Truth } from './engine/virtual-sweep.test-support.ts'

/** As bench/knee-truth.ts measured them. */
const truths: Readonly<Record<string, Truth>> = {
  quick: { capacity: 23.6, knee: 20.4 },
  'l4-qwen-3b': { capacity: 31.8, knee: 23.5 },
  'a100-llama-8b': { capacity: 31.7, knee: 20.3 },
}
const seeds = Array.from({ length: 10 }, (_, seed) => seed)
const timeout = 120_000

describe.each(Object.entries(truths))('the knee of %s', (preset, truth) => {
  const check = (secondsPerPoint: number) => {
    const deployment = findDeployment(preset)
    const scores = seeds.map((seed) =>
      scoreOf(virtualSweep(deployment, { ...truth, secondsPerPoint, seed }), truth),
    )
    const named = scores.flatMap((score) => score.named ?? [])
    expect(Math.max(0, ...named)).toBeLessThanOrEqual(1.05)
    const intervals = scores.flatMap(({ interval }) => interval ?? [])
    const held = intervals.filter(({ low, high }) => low <= truth.knee && truth.knee <= high)
    expect(held.length).toBeGreaterThanOrEqual(0.9 * intervals.length)
  }

  test('from 5 s per point', { timeout }, () => check(5))
  test('from 10 s per point', { tags: 'nightly', timeout }, () => check(10))
})

test.each(Object.entries(truths))(
  'the line of an overload of %s estimates the capacity, with an interval that holds it',
  (preset, { capacity }) => {
    const deployment = findDeployment(preset)
    const lines = seeds.map((seed) => {
      const [requestRate, seconds] = [1.35 * capacity, 30]
      const numPrompts = Math.round(requestRate * seconds)
      const config = { ...defaultBenchmarkConfig, requestRate, numPrompts }
      const lengths = { inputTokens: 256, outputTokens: 64 }
      const load = { ...lengths, requestRate, concurrency: 1, requests: numPrompts, warmUps: 0 }
      const summary = wholeSummary(virtualRun(deployment, { ...load, seed }), config)
      return inEnglish(runAnswer({ config, summary })?.line ?? '')
    })
    const ends = lines.map((line) => {
      const [, low, high] =
        /^Fell behind: about [\d.]+ \(([\d.]+)–([\d.]+)\) req\/s /.exec(line) ?? []
      return { low: Number(low), high: Number(high) }
    })
    const holding = ends.filter(({ low, high }) => low <= capacity && capacity <= high)
    expect(holding.length).toBeGreaterThanOrEqual(0.9 * seeds.length)
    for (const { low, high } of ends) expect(high / low).toBeLessThan(1.3)
  },
)
