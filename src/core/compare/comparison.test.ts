// What a comparison says, and how often it is wrong: the long version of the latter is bench/comparisons.ts.
import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { compareTwoRuns } from './compare-runs.ts'
import { headline, headlineFigures } from './headline.ts'
import { simulatedCases, simulatedRun } from './simulated-run.test-support.ts'

/** Many runs are made and summarised. */
const timeout = 120_000
const closed = { requestRate: 'inf', maxConcurrency: 16 } as const
const open = { requestRate: 8, maxConcurrency: null } as const

type Made = Partial<Parameters<typeof simulatedRun>[0]>

function run(seed: number, made: Made = {}) {
  const usual = { load: closed, server: {}, requests: 200 }
  return simulatedRun({ ...usual, ...made, random: new NumpyRandomState(seed) })
}

function sentence(...[base, other]: Parameters<typeof compareTwoRuns>): string {
  return headline(compareTwoRuns(base, other), 'en')
}

describe('the sentence of a comparison', () => {
  test('is of effect sizes with their intervals', () => {
    const text = sentence(run(1), run(2, { server: { speed: 2.31 } }))
    expect(text).toMatch(
      /^Output throughput \+1\d\d\u00a0% \(\+\d+…\+\d+\), TTFT −\d+\u00a0% \(−\d+…−\d+\), TPOT −/,
    )
    expect(text).toMatch(/\.$/)
    const { figures } = compareTwoRuns(run(1), run(2, { server: { speed: 2.31 } }))
    for (const name of ['outputThroughput', 'requestThroughput', 'totalTokenThroughput']) {
      expect(figures.find((figure) => figure.name === name)?.verdict).toBe('better')
    }
  })

  test('begins with loads that differ, and then there is no verdict', () => {
    const others = run(2, { load: { ...closed, maxConcurrency: 8 } })
    const comparison = compareTwoRuns(run(1), others)
    expect(headline(comparison, 'en')).toMatch(
      /^Different loads: compare curves \(--max-concurrency 16 against 8\)\. Output throughput −/,
    )
    expect(comparison.figures.every(({ verdict }) => verdict === null)).toBe(true)
  })

  test('begins with a side that is not usable, and why', () => {
    const whole = run(2)
    const error = { code: 'timeout', message: '', count: 20 } as const
    const failing = { ...whole, summary: { ...whole.summary, failed: 20, errors: [error] } }
    const comparison = compareTwoRuns(run(1), failing)
    expect(headline(comparison, 'en')).toMatch(
      /^No verdict: the other is not usable \(errors\)\. Output throughput /,
    )
    expect(comparison.figures.every(({ withheld }) => withheld === 'not-usable')).toBe(true)
  })

  test('names the only side that carries the load', () => {
    const [slow, fast] = [run(1, { load: open, server: { speed: 0.2 } }), run(2, { load: open })]
    const only = /Only (the baseline|the other) carries this load\. A server was saturated/
    expect(only.exec(sentence(slow, fast))?.[1]).toBe('the other')
    expect(only.exec(sentence(fast, slow))?.[1]).toBe('the baseline')
    expect(sentence(fast, run(3, { load: open }))).not.toContain('carries')
    expect(sentence(slow, slow)).not.toContain('carries')
  })

  test('leaves a throughput out that the load decides', () => {
    const [base, other] = [run(1, { load: open }), run(2, { load: open, server: { speed: 1.5 } })]
    const text = sentence(base, other)
    expect(text).toMatch(
      /^TTFT −.*\. The load sets the output throughput\. Intervals assume that starts/,
    )
    expect(headlineFigures(compareTwoRuns(base, other)).length).toBeLessThanOrEqual(5)
  })

  test('withholds only goodput where its limits differ', () => {
    const [base, other] = [run(1), run(2)]
    const limited = { ...other, config: { ...other.config, goodput: { ttft: 100 } } }
    const { figures } = compareTwoRuns(base, limited)
    expect(figures.filter(({ withheld }) => withheld !== null)).toEqual([])
    // Only one side has goodput, which is not compared: then nothing is said about its limits.
    expect(sentence(base, limited)).not.toContain('No verdict')
    const limit = { ...other, config: { ...other.config, goodput: { ttft: 200 } } }
    const both = [limited, limit].map((each) => ({
      ...each,
      summary: { ...each.summary, requestGoodput: each.summary.requestThroughput },
    }))
    expect(both.slice(1).map((each) => sentence(both[0] ?? each, each))).toEqual([
      expect.stringMatching(/^No verdict on goodput \(--goodput .*ttft/),
    ])
  })
})

test.each(Object.entries(simulatedCases))(
  'of 40 pairs of equal runs, %s, next to none has a false verdict',
  { tags: 'nightly', timeout },
  (_, { load, server }) => {
    const pairs = Array.from({ length: 40 }, (_, pair) => 2 * pair)
    const moved = pairs.filter((seed) => {
      const made = { load, server, requests: 100 }
      const figures = headlineFigures(compareTwoRuns(run(seed, made), run(seed + 1, made)))
      return figures.some(({ verdict }) => verdict === 'better' || verdict === 'worse')
    })
    expect(moved.length).toBeLessThanOrEqual(4)
  },
)
