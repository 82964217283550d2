import { expect, test } from 'vitest'
import { cacheNotes } from '#core/answers/run-answer.ts'
import { limitsText } from '#core/documents/limits-text.ts'
import { latencyFigure } from '#core/judgement/known-figures.ts'
import { inEnglish } from '#core/messages/message.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { loadOutcomes } from '#core/sweep/limits.ts'
import { findingsOf } from '#core/sweep/search/findings.ts'
import { underKvPressure } from './kv-pressure.ts'

type Usage = Readonly<{ mean: number; spread: number; waiting?: number; fullAtS?: number }>

const ttft = (percentile: number | null) => ({ metric: 'ttft', percentile }) as const
const asked = { metricPercentiles: [50, 90, 95, 99] }

/** One sample a second, each a state of its own. */
function samplesOf({ mean, spread, waiting = 0, fullAtS }: Usage, seconds: number) {
  const random = new NumpyRandomState(3)
  return Array.from({ length: Math.ceil(seconds) }, (_, atS) => ({
    atEpochMs: 1000 * atS,
    values: {
      kvCacheUsage: atS === fullAtS ? 1 : Math.min(1, mean + spread * random.gaussian()),
      requestsWaiting: waiting,
    },
  }))
}

function runWith(usage: Usage, rate: number | null = 10) {
  const { summary, config } = generatedRun({
    ...{ requests: 1000, config: asked },
    ...(rate !== null && { rate }),
  })
  const samples = samplesOf(usage, summary.durationS)
  const span = { startedAtEpochMs: 0, durationS: summary.durationS }
  const sources = [{ kind: 'server', label: '', samples } as const]
  return { config, before: summary, after: underKvPressure(summary, sources, span) }
}

test('leaves a run alone whose cache is far from full', () => {
  const { before, after } = runWith({ mean: 0.3, spread: 0.05 })
  expect(after).toEqual(before)
  expect(latencyFigure(after, ttft(95))?.interval).not.toBeNull()
})

test('withholds tails that waits for the cache may make, and says how many requests would show them', () => {
  const { after } = runWith({ mean: 0.8, spread: 0.2, waiting: 1 })
  expect(latencyFigure(after, ttft(90))?.interval).not.toBeNull()
  expect(latencyFigure(after, ttft(95))?.interval).toBeNull()
  const hidden = after.certainty?.figures.filter(({ isHiddenByCache }) => isHiddenByCache) ?? []
  expect(hidden.every(({ metric }) => metric === 'ttft')).toBe(true)
  expect(hidden.every(({ fewestValues }) => fewestValues > 1000)).toBe(true)
})

test('lets the median lie higher by what the mean usage may be, and the last tenth by waits; percentiles stay in order', () => {
  const { before, after } = runWith({ mean: 0.7, spread: 0.2, waiting: 1 })
  const highs = [50, 90].map((percentile) =>
    [before, after].map((each) => latencyFigure(each, ttft(percentile))?.interval?.high ?? NaN),
  )
  for (const [was = NaN, is = NaN] of highs) expect(is).toBeGreaterThan(was)
  expect(highs[1]?.[1]).toBeGreaterThanOrEqual(highs[0]?.[1] ?? Infinity)
})

test('is sure of a percentile within a limit only as far as the usage is from a full cache', () => {
  const limits = [{ name: 'ttft', percentile: 95, bound: 5000 }] as const
  const at = (usage: Usage) => {
    const { after, config } = runWith(usage)
    const run = { summary: after, config }
    const [found] = findingsOf(limits, { ...run, load: 10, repeat: 0 })
    const [outcome] = loadOutcomes(limits, [run])
    return {
      errors: -(found?.excess ?? 0) / (found?.error ?? 0),
      state: outcome?.state,
      text: inEnglish(limitsText(limits, [run])),
    }
  }
  const far = at({ mean: 0.3, spread: 0.05 })
  expect(far).toMatchObject({ state: 'held', text: 'met' })
  expect(far.errors).toBeGreaterThan(3)
  const near = at({ mean: 0.8, spread: 0.2, waiting: 1 })
  expect(near).toMatchObject({
    state: 'undecided',
    text: 'undecided: p95 ttft <= 5000 ms, because a longer run may wait for the KV cache',
  })
  expect(near.errors).toBeLessThan(3)
})

test('does not take one full sample without a queue for a cache that is never waited for', () => {
  const { before, after } = runWith({ mean: 0.75, spread: 0.05, fullAtS: 7 }, 100)
  expect(after).not.toEqual(before)
})

test('lets the mean lie higher by the waits that a run may have missed', () => {
  const { before, after } = runWith({ mean: 0.6, spread: 0.2 })
  const [was, is] = [before, after].map((each) => latencyFigure(each, ttft(null))?.interval)
  expect(is?.low).toBe(was?.low)
  expect(is?.high).toBeGreaterThan(was?.high ?? Infinity)
})

test('does not take a cache for full that is never waited for', () => {
  const { before, after } = runWith({ mean: 1, spread: 0 })
  expect(after).toEqual(before)
  const queued = runWith({ mean: 1, spread: 0, waiting: 2 })
  expect(latencyFigure(queued.after, ttft(95))?.interval).toBeNull()
})

test('has no rule for a given number in flight', () => {
  const { before, after } = runWith({ mean: 0.6, spread: 0.2 }, null)
  expect(after).toEqual(before)
})

test('says so in one sentence', () => {
  const { after } = runWith({ mean: 0.6, spread: 0.2 })
  const server = {
    ...{ requestsRunning: null, requestsWaiting: null, externalCacheHitPercent: null },
    ...{ transferMB: null, transferMs: null, failedTransfers: null, offloadMB: null },
  }
  const sampled = (mean: number, max: number, preemptions: number) => ({
    ...{ servers: [], instances: [], engines: [], metrics: [], gpu: null, imbalance: null },
    server: { ...server, kvCachePercent: { mean, max }, preemptions },
  })
  const notesOf = (telemetry: ReturnType<typeof sampled>, summary = after) =>
    cacheNotes({ summary: { ...summary, telemetry } }).map(inEnglish)
  expect(notesOf(sampled(60, 99, 1))).toEqual([
    expect.stringMatching(
      /^KV cache 60 % full on average, 99 % at most, 1 preemption: a longer run may have to wait for it, and shows p95 TTFT from [\d,]+ requests on/,
    ),
  ])
  const { after: calm } = runWith({ mean: 0.3, spread: 0.05 })
  expect(notesOf(sampled(30, 100, 0), calm)).toEqual([
    'KV cache 30 % full on average, 100 % at most.',
  ])
  expect(notesOf(sampled(30, 60, 0), calm)).toEqual([])
  expect(cacheNotes({ summary: calm })).toEqual([])
})
