import { expect, test } from 'vitest'
import { cacheNotes } from '#core/answers/pool-notes.ts'
import { latencyFigure } from '#core/judgement/known-figures.ts'
import { inEnglish } from '#core/messages/message.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { underKvPressure } from './kv-pressure.ts'

type Usage = Readonly<{ mean: number; spread: number; waiting?: number }>

const ttft = (percentile: number | null) => ({ metric: 'ttft', percentile }) as const
const asked = { metricPercentiles: [50, 90, 95, 99] }

/** One sample a second, each a state of its own. */
function samplesOf({ mean, spread, waiting = 0 }: Usage, seconds: number) {
  const random = new NumpyRandomState(3)
  return Array.from({ length: Math.ceil(seconds) }, (_, atS) => ({
    atEpochMs: 1000 * atS,
    values: {
      kvCacheUsage: Math.min(1, mean + spread * random.gaussian()),
      requestsWaiting: waiting,
    },
  }))
}

function runWith(usage: Usage, rate: number | null = 10) {
  const { summary } = generatedRun({
    ...{ requests: 1000, config: asked },
    ...(rate !== null && { rate }),
  })
  const samples = samplesOf(usage, summary.durationS)
  const span = { startedAtEpochMs: 0, durationS: summary.durationS }
  const sources = [{ kind: 'server', label: '', samples } as const]
  return { before: summary, after: underKvPressure(summary, sources, span) }
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
