import { describe, expect, test } from 'vitest'
import { inEnglish } from '../messages/message.ts'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import type { SweepLimit } from '#core/model/sweep.ts'
import { cutOffError, measured, refused, rejection } from '../stats/fixtures/requests.ts'
import { generatedRun } from '../stats/fixtures/generated-run.ts'
import { wholeSummary as shortSummary } from '../stats/fixtures/summaries.ts'
import { limitsText } from '../documents/limits-text.ts'
import { limitText, parseLimit } from './limit-text.ts'
import {
  lackRemedy,
  type LimitOutcome,
  limitOutcomes,
  loadOutcomes,
  withNeededPercentiles,
} from './limits.ts'

/** Its latencies are compared alone, because so few requests decide nothing. */
function wholeSummary(...given: Parameters<typeof shortSummary>) {
  const summary = shortSummary(...given)
  return { ...summary, certainty: summary.certainty && { ...summary.certainty, figures: [] } }
}

/** Of ten requests, TTFT is 100, 200, … 1000 ms; the last `failed` of them fail, or end as given. */
function tenRequests({ failed = 0, error = refused, config = {} } = {}) {
  const fields = benchmarkFieldsSchema.parse({ goodput: { ttft: 450 }, ...config })
  const requests = Array.from({ length: 10 }, (_, index) =>
    measured({
      ttftS: (index + 1) / 10,
      latencyS: 2,
      error: index >= 10 - failed ? error : null,
    }),
  )
  return { summary: wholeSummary(requests, fields) }
}

function outcomeOf(
  limit: SweepLimit,
  circumstances: Parameters<typeof tenRequests>[0] = {},
): LimitOutcome | undefined {
  return limitOutcomes([limit], tenRequests(circumstances))[0]
}

const ttft = (percentile: number | null, mostMs: number): SweepLimit => ({
  name: 'ttft',
  percentile,
  bound: mostMs,
})
const share = (name: 'failedShare' | 'goodShare', bound: number): SweepLimit => ({
  name,
  percentile: null,
  bound,
})
const errors = (mostShare: number) => share('failedShare', mostShare)
const goodput = (leastShare: number) => share('goodShare', leastShare)

/** Ten responses that reason, the last `unanswered` of them without an answer; the TTFO is 100, 200, … ms. */
function reasoningOutcome(limit: SweepLimit, unanswered: number): LimitOutcome | undefined {
  const requests = Array.from({ length: 10 }, (_, index) =>
    measured({
      firstS: {
        chunk: 0.05,
        reasoning: 0.05,
        content: index >= 10 - unanswered ? null : (index + 1) / 10,
        toolCall: null,
      },
      outputTokens: 10,
      reasoningTokens: 6,
      cachedTokens: 5,
    }),
  )
  const summary = wholeSummary(requests, benchmarkFieldsSchema.parse({}))
  return limitOutcomes([limit], { summary })[0]
}

describe('a limit on responses that reason', () => {
  test.each<[string, string, number, Partial<LimitOutcome>]>([
    ['holds', 'mean ttfo <= 600 ms', 0, { state: 'held', lack: null }],
    ['is broken', 'p99 TTFO <= 0.9 s', 0, { state: 'broken' }],
    [
      'is not known where more than its tail has no answer',
      'p99 ttfo <= 9 s',
      1,
      { state: 'unknown', lack: 'answers' },
    ],
    [
      'is known where the tail begins beyond its percentile',
      'p50 ttfo <= 9 s',
      3,
      { state: 'held' },
    ],
    ['is not known of a mean with none', 'mean reasoning_time <= 9 s', 1, { lack: 'answers' }],
    [
      'on the share of reasoning holds',
      'reasoning-share <= 60 %',
      0,
      { state: 'held', value: 0.6 },
    ],
    ['on the share of reasoning is broken', 'reasoning-share <= 59 %', 0, { state: 'broken' }],
    ['on the cached share holds', 'cached share >= 0.5', 0, { state: 'held', value: 0.5 }],
    ['on the cached share is broken', 'cached_share >= 60 %', 0, { state: 'broken' }],
  ])('%s', (_, text, unanswered, expected) => {
    const limit = parseLimit(text)
    expect(limit).not.toBeNull()
    if (limit === null) return
    expect(reasoningOutcome(limit, unanswered)).toMatchObject(expected)
    expect(parseLimit(limitText(limit))).toEqual(limit)
  })

  test('is not known of responses that do not reason', () => {
    const summary = wholeSummary([measured()], benchmarkFieldsSchema.parse({}))
    const lacks = ['p50 ttfo <= 1 s', 'reasoning-share <= 1', 'cached-share >= 0'].map((text) => {
      const limit = parseLimit(text)
      return limit && limitOutcomes([limit], { summary })[0]?.lack
    })
    expect(lacks).toEqual(['values', 'reasoningShare', 'cachedShare'])
  })

  test.each(['reasoning-share >= 60 %', 'cached-share <= 60 %', 'p99 reasoning <= 1 s'])(
    'is none written as "%s"',
    (text) => {
      expect(parseLimit(text)).toBeNull()
    },
  )
})

describe('a limit', () => {
  test.each<[string, SweepLimit, object, Partial<LimitOutcome>]>([
    ['on a mean holds', ttft(null, 600), {}, { value: 550, state: 'held' }],
    ['on a mean is broken', ttft(null, 500), {}, { value: 550, state: 'broken', margin: -0.1 }],
    ['holds where it is just met', ttft(null, 550), {}, { state: 'held', margin: 0 }],
    ['on a median holds unasked', ttft(50, 1000), {}, { value: 550, margin: 0.45 }],
    ['on the fastest and the slowest', ttft(100, 999), {}, { value: 1000, state: 'broken' }],
    ['on a percentile asked for', ttft(99, 2000), {}, { value: 991, state: 'held' }],
    ['on one that was not asked for', ttft(95, 1), {}, { state: 'unknown', lack: 'percentile' }],
    ['is kept by no run without an answer', ttft(99, 1e9), { failed: 10 }, { state: 'broken' }],
    ['on errors holds', errors(0.2), { failed: 2 }, { value: 0.2, state: 'held', margin: 0 }],
    ['on errors is broken', errors(0.1), { failed: 2 }, { value: 0.2, state: 'broken' }],
    [
      'on errors is not broken by a cancel',
      errors(0.1),
      { failed: 2, error: cutOffError },
      { value: 0, state: 'held' },
    ],
    [
      'on goodput of ten is undecided',
      goodput(0.4),
      {},
      { value: 0.4, state: 'undecided', margin: 0 },
    ],
    ['on goodput holds', goodput(0.01), {}, { value: 0.4, state: 'held' }],
    [
      'on goodput counts failures as bad',
      goodput(0.9),
      { failed: 7 },
      { value: 0.3, state: 'broken' },
    ],
    [
      'on goodput counts rejections as bad',
      goodput(0.9),
      { failed: 7, error: rejection },
      { value: 0.3, state: 'broken' },
    ],
    [
      'on errors is not broken by rejections',
      errors(0),
      { failed: 7, error: rejection },
      { value: 0, state: 'held' },
    ],
    ['on goodput wants goals', goodput(0.4), { config: { goodput: {} } }, { lack: 'goodput' }],
  ])('%s', (_, limit, circumstances, expected) => {
    const outcome = outcomeOf(limit, circumstances)
    const { value, margin, ...rest } = expected
    expect(outcome).toMatchObject(rest)
    if (value !== undefined) expect(outcome?.value).toBeCloseTo(value ?? NaN, 6)
    if (margin !== undefined) expect(outcome?.margin).toBeCloseTo(margin ?? NaN, 6)
  })

  test('that a run cannot show has a remedy', () => {
    const { lack } = outcomeOf(ttft(95, 1)) ?? {}
    expect(inEnglish(lackRemedy(lack ?? 'values'))).toContain('--metric-percentiles')
  })

  test('on what responses do not have differs from one that was not requested', () => {
    const config = benchmarkFieldsSchema.parse({})
    const single = measured({ outputTokens: 1, interTokenLatenciesUs: new Uint32Array() })
    const limit: SweepLimit = { name: 'tpot', percentile: null, bound: 1 }
    const run = { config, summary: wholeSummary([single], config) }
    expect(limitOutcomes([limit], run)[0]?.lack).toBe('values')
  })
})

test('a benchmark asks for the percentiles its limits speak of, once', () => {
  const limits = [ttft(95, 1), ttft(95, 2), ttft(99, 1), ttft(null, 1), errors(0)]
  expect(withNeededPercentiles({ metricPercentiles: [99] }, limits)).toEqual({
    metricPercentiles: [99, 95],
  })
  const enough = { metricPercentiles: [95, 99] }
  expect(withNeededPercentiles(enough, limits)).toBe(enough)
})

test.each<[bound: number, text: string]>([
  [3000, 'met'],
  [1000, 'undecided: p99 ttft <= 1000 ms, is 991.0 ms, without an interval: measure longer'],
  [700, 'undecided: p99 ttft <= 700 ms, is 991.0 ms, without an interval: measure longer'],
  [500, 'missed: p99 ttft <= 500 ms, is 991.0 ms'],
])(
  'of a run too short for an interval, a limit of %d ms is told from far figures',
  (bound, text) => {
    const config = benchmarkFieldsSchema.parse({})
    const requests = Array.from({ length: 10 }, (_, index) => measured({ ttftS: (index + 1) / 10 }))
    const run = { config, summary: shortSummary(requests, config) }
    expect(inEnglish(limitsText([ttft(99, bound)], [run]))).toBe(text)
  },
)

test.each<[string, number, string]>([
  ['held by a figure that surely keeps it', 191, 'met'],
  [
    'undecided by a figure that keeps it, but not surely',
    100,
    'undecided: mean ttft <= 100 ms, crossed by its interval 40.0–190.0 ms',
  ],
  [
    'undecided by a figure that breaks it, but not surely',
    50,
    'undecided: mean ttft <= 50 ms, crossed by its interval 40.0–190.0 ms',
  ],
  ['broken by a figure that surely breaks it', 39, 'missed: mean ttft <= 39 ms, is 81.0 ms'],
])('a limit is %s: %d ms', (_, bound, text) => {
  const summary = wholeSummary([measured({ ttftS: 0.081 })], benchmarkFieldsSchema.parse({}))
  const { certainty } = summary
  if (certainty === null) throw new Error('The summary has intervals.')
  const interval = { percentile: null, fewestValues: 2, intervalMs: { low: 40, high: 190 } }
  const figures = [{ metric: 'ttft' as const, ...interval }]
  const config = benchmarkFieldsSchema.parse({})
  const run = { config, summary: { ...summary, certainty: { ...certainty, figures } } }
  expect(inEnglish(limitsText([ttft(null, bound)], [run]))).toBe(text)
})

describe('under a limit on requests in flight, a latency counts from the due time', () => {
  const config = { metricPercentiles: [90] }
  const bound = generatedRun({ rate: 15, limit: 3, requests: 400, config })
  const free = generatedRun({ rate: 1, limit: 16, requests: 400, config })

  test('if its users wait in the client', () => {
    const text = inEnglish(limitsText([ttft(90, 300)], [bound]))
    expect(text).toMatch(
      /^missed: p90 ttft <= 300 ms, is [\d.]+ ms, of which [\d.]+ ms in the client$/,
    )
    expect(limitOutcomes([ttft(90, 1e6)], bound)[0]?.state).toBe('broken')
  })

  test('but not the time per token, nor if no request waits', () => {
    const tpot = { name: 'tpot', percentile: 90, bound: 300 } as const
    expect(limitOutcomes([tpot], bound)[0]?.state).toBe('held')
    expect(limitOutcomes([ttft(90, 300)], free)[0]).toMatchObject({ state: 'held', waitMs: 0 })
  })
})

describe('what a run says of a limit beyond its figure', () => {
  const config = { metricPercentiles: [90] }
  const behind = generatedRun({ rate: 20, served: 16, requests: 400, config })
  const limited = generatedRun({ rate: 2, config, client: { sendLagP99Us: 200_000 } })

  test('a wait that grows, because the server falls behind, breaks any', () => {
    const text = inEnglish(limitsText([ttft(90, 60)], [behind]))
    expect(text).toMatch(/^missed: p90 ttft <= 60 ms, is [\d.]+ ms and grows$/)
    expect(limitOutcomes([ttft(90, 1e6)], behind)[0]).toMatchObject({
      state: 'broken',
      beyond: 'grows',
    })
    const tpot = { name: 'tpot', percentile: 90, bound: 300 } as const
    expect(limitOutcomes([tpot], behind)[0]?.state).toBe('held')
  })

  test('of several runs, most of them have to fall behind', () => {
    const kept = generatedRun({ rate: 2, requests: 400, config })
    expect(loadOutcomes([ttft(90, 1e6)], [behind, kept])[0]?.beyond).toBeUndefined()
    expect(loadOutcomes([ttft(90, 1e6)], [behind, kept, behind])[0]?.beyond).toBe('grows')
  })

  test('one that its client limited says nothing, except how many requests failed', () => {
    expect(inEnglish(limitsText([ttft(90, 1e6)], [limited]))).toBe(
      'not known: p90 ttft <= 1000000 ms',
    )
    expect(limitOutcomes([errors(0.01)], limited)[0]?.state).toBe('held')
  })
})

describe('of a load with several runs, a limit is decided by the figure over all of them', () => {
  const stated = (value: number, reach: number) => {
    const summary = wholeSummary(
      [measured({ ttftS: value / 1000 })],
      benchmarkFieldsSchema.parse({}),
    )
    const intervalMs = { low: value - reach, high: value + reach }
    const figures = [{ metric: 'ttft' as const, percentile: null, fewestValues: 2, intervalMs }]
    return {
      summary: { ...summary, certainty: summary.certainty && { ...summary.certainty, figures } },
    }
  }
  test.each([
    [
      'held together, though each alone leaves it undecided',
      100,
      'held',
      [stated(90, 12), stated(91, 12)],
    ],
    ['broken together', 100, 'broken', [stated(110, 12), stated(109, 12)]],
    [
      'undecided if they differ by more than they say',
      100,
      'undecided',
      [stated(80, 5), stated(120, 5)],
    ],
    ['unknown without a run', 100, 'unknown', []],
  ])('%s', (_, bound, state, runs) => {
    expect(loadOutcomes([ttft(null, bound)], runs)).toMatchObject([{ state }])
  })

  test('failed requests are counted over all of them', () => {
    const runs = [tenRequests(), tenRequests({ failed: 2 })]
    expect(loadOutcomes([errors(0.05)], runs)).toMatchObject([{ state: 'broken' }])
  })
})
