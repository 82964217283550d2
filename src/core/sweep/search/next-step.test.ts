import { describe, expect, test } from 'vitest'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SearchEnding } from '#core/model/sweep-search.ts'
import { type SweepLimit, sweepPlanSchema } from '#core/model/sweep.ts'
import { withCalibration } from '#core/stats/calibration/calibrated-for.ts'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { quietClient } from '#core/stats/fixtures/client-health.ts'
import { exampleCalibration, examplePoint } from '#core/report/example-calibration.test-support.ts'
import {
  quietServer,
  rateAt,
  searchOn,
  type ModelledServer,
} from './modelled-server.test-support.ts'
import { nextStep } from './next-step.ts'
import { estimateOf, planOf, withWarmCache } from './searches.test-support.ts'
import type { MeasuredTry } from './search-step.ts'

const capacityOver = (over: 'requestRate' | 'maxConcurrency') => ({ kind: 'capacity', over })

const tpot = (mostMs: number) => plain('tpot', mostMs)
const ttft = (mostMs: number): SweepLimit => ({
  name: 'ttft',
  percentile: 95,
  bound: mostMs,
})

const plain = (name: SweepLimit['name'], bound: number): SweepLimit => ({
  name,
  percentile: null,
  bound,
})

type Case = Readonly<{
  name: string
  server: ModelledServer
  over: 'requestRate' | 'maxConcurrency'
  limit: SweepLimit
  truth: number
}>

const cases: readonly Case[] = [
  {
    name: 'TPOT by concurrency',
    server: quietServer,
    over: 'maxConcurrency',
    limit: tpot(30),
    truth: 51,
  },
  {
    name: 'TPOT by rate',
    server: quietServer,
    over: 'requestRate',
    limit: tpot(30),
    truth: rateAt(quietServer, 51),
  },
  {
    name: 'TTFT by concurrency, a cliff',
    server: quietServer,
    over: 'maxConcurrency',
    limit: ttft(500),
    truth: 120.9,
  },
]

describe.each(cases)('capacity by $name', ({ server, over, limit, truth }) => {
  const check = (seed: number) => {
    const plan = planOf(capacityOver(over), [limit])
    const { answer, tried } = searchOn(server, plan, { seed })
    expect(answer).toMatchObject({ kind: 'capacity', ending: 'precise' })
    expect(estimateOf(answer) / truth).toBeGreaterThan(0.9)
    expect(estimateOf(answer) / truth).toBeLessThan(1.1)
    expect(tried.length).toBeLessThanOrEqual(15)
  }

  test('is found', () => check(0))
  test.each([1, 2, 3, 4])('is found with seed %i', { tags: 'nightly' }, check)
})

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
  'the capacity is found though the server was slow in run %i',
  { tags: 'nightly' },
  (disturbed) => {
    for (const over of ['maxConcurrency', 'requestRate'] as const) {
      const plan = planOf(capacityOver(over), [tpot(30)])
      const undisturbed = estimateOf(searchOn(quietServer, plan).answer)
      const { answer } = searchOn(quietServer, plan, { disturbed })
      expect(estimateOf(answer) / undisturbed).toBeGreaterThan(0.9)
      expect(estimateOf(answer) / undisturbed).toBeLessThan(1.1)
    }
  },
)

describe('a search for capacity ends', () => {
  const endless: ModelledServer = { ...quietServer, slots: Infinity, stepSPerRequest: 0 }
  const full: ModelledServer = { ...quietServer, slots: 24 }

  test.each<[string, SearchEnding, ModelledServer, object, readonly SweepLimit[]]>([
    ['without limits on a server that never fills up', 'not-saturated', endless, {}, []],
    ['on a limit that such a server never breaks', 'not-saturated', endless, {}, [ttft(500)]],
    [
      'at the greatest load allowed',
      'not-saturated',
      quietServer,
      { over: 'maxConcurrency', upTo: 16 },
      [tpot(30)],
    ],
    ['on a limit the full server keeps, by rate', 'limit-not-binding', full, {}, [tpot(30)]],
    [
      'on a limit the full server keeps, by concurrency',
      'limit-not-binding',
      full,
      { over: 'maxConcurrency' },
      [tpot(30)],
    ],
    ['on a limit that nothing keeps', 'never-held', quietServer, {}, [tpot(10)]],
    [
      'under a limit that light loads miss',
      'precise',
      quietServer,
      { over: 'maxConcurrency' },
      [tpot(30), plain('outputThroughput', 1000)],
    ],
    [
      'where another limit is met before one that improves with load',
      'not-together',
      quietServer,
      { over: 'maxConcurrency' },
      [tpot(30), plain('outputThroughput', 2500)],
    ],
    [
      'on a figure that no run shows',
      'not-known',
      quietServer,
      {},
      [tpot(30), plain('imbalance', 2)],
    ],
    ['after too few runs', 'budget-used-up', quietServer, { mostRuns: 4 }, [tpot(30)]],
    [
      'where runs of one load disagree',
      'noisy',
      { ...quietServer, noise: 1.5 },
      { over: 'maxConcurrency', mostRuns: 40, precision: 0.01 },
      [tpot(60)],
    ],
  ])('%s: %s', (_, ending, server, changes, limits) => {
    const { answer } = searchOn(
      server,
      planOf({ ...capacityOver('requestRate'), ...changes }, limits),
    )
    expect(answer.ending).toBe(ending)
  })

  test('with what the server gives where it is full before a limit is met', () => {
    const { answer } = searchOn(full, planOf(capacityOver('requestRate'), [tpot(30)]))
    expect(answer).toMatchObject({ firstBroken: { limit: null } })
    expect(estimateOf(answer) / rateAt(full, 24)).toBeGreaterThan(0.9)
    expect(estimateOf(answer) / rateAt(full, 24)).toBeLessThan(1.1)
  })

  test('with the limit that is met first', () => {
    const plan = planOf(capacityOver('maxConcurrency'), [ttft(5000), tpot(30), tpot(35)])
    expect(searchOn(quietServer, plan).answer).toMatchObject({ firstBroken: { limit: 1 } })
  })
})

describe('a search', () => {
  const plan = planOf(capacityOver('maxConcurrency'), [tpot(30)])
  const { answer, tried } = searchOn(quietServer, plan)

  test('goes on as it would have, wherever it was interrupted', () => {
    for (const [index, { load, repeat }] of tried.entries()) {
      expect(nextStep(plan, tried.slice(0, index))).toMatchObject({ kind: 'measure', load, repeat })
    }
    expect(nextStep(plan, tried)).toEqual({ kind: 'done', answer })
  })

  test('ends where a run failed, with what is known by then', () => {
    const failed = tried
      .map((each, at) => (at === 6 ? { ...each, summary: null } : each))
      .slice(0, 7)
    expect(nextStep(plan, failed)).toMatchObject({
      answer: { ending: 'ended', highestHeld: tried[5]?.load, runs: 7 },
    })
  })

  test('gives no answer where the runs of its load are not usable', () => {
    const most = answer.kind === 'capacity' ? answer.highestHeld : null
    const failing = tried.map((run) =>
      run.load === most ? { ...run, summary: { ...run.summary, failed: 12 } } : run,
    )
    const forgiving = {
      ...plan,
      limits: [...plan.limits, { name: 'failedShare', percentile: null, bound: 0.5 }],
    }
    const step = nextStep(sweepPlanSchema.parse(forgiving), failing)
    expect(step).toMatchObject({
      answer: {
        highestHeld: null,
        estimate: null,
        interval: null,
        ending: 'not-usable',
        unusable: { load: most, reasons: ['errors'] },
      },
    })
  })

  test('gives no answer where the runs of the load that broke a limit are not usable', () => {
    const broken = answer.kind === 'capacity' ? answer.firstBroken?.load : null
    const polluted = tried.map((run) => (run.load === broken ? withWarmCache(run) : run))
    expect(nextStep(plan, polluted)).toMatchObject({
      answer: {
        highestHeld: null,
        estimate: null,
        interval: null,
        ending: 'not-usable',
        unusable: { load: broken, reasons: ['cache-polluted'], held: false },
      },
    })
  })

  test('does not stay below a light load that broke a limit by chance', () => {
    const [one, two, four] = tried
    if (one === undefined || two === undefined || four === undefined) throw new Error('too few')
    const unlucky = { ...four, summary: withMeanTpot(four.summary, 31) }
    expect(nextStep(plan, [one, two, unlucky])).toMatchObject({ load: 4, reason: 'repeating' })
    const again = nextStep(plan, [one, two, unlucky, { ...four, repeat: 1 }])
    expect(again).toMatchObject({ load: 8, reason: 'doubling' })
    const heavy = tried.find(({ load }) => load === 64)
    const surely = { ...four, summary: heavy?.summary ?? four.summary }
    expect(nextStep(plan, [one, two, surely])).toMatchObject({ load: 3, reason: 'bisecting' })
  })

  test('looks twice before it says that even the lightest load does not hold', () => {
    const [one, heavy] = [tried[0], tried.find(({ load }) => load === 64)]
    if (one === undefined || heavy === undefined) throw new Error('too few')
    const stalled = { ...one, summary: heavy.summary }
    expect(nextStep(plan, [stalled])).toMatchObject({ load: 1, repeat: 1, reason: 'repeating' })
    expect(nextStep(plan, [stalled, { ...stalled, repeat: 1 }])).toMatchObject({
      answer: { ending: 'never-held' },
    })
  })

  test('looks twice before it says that our own client is the limit', () => {
    const slow = tried.slice(0, 3).map((each, at) => (at === 2 ? heldUp(each) : each))
    const again = nextStep(plan, slow)
    expect(again).toEqual({ kind: 'measure', load: 4, repeat: 1, reason: 'repeating', length: 1 })
    const last = slow.at(-1)
    expect(
      nextStep(plan, last === undefined ? [] : [...slow, { ...last, repeat: 1 }]),
    ).toMatchObject({
      answer: { ending: 'client-limited', highestHeld: 2 },
    })
    const fine = tried[2]
    expect(nextStep(plan, fine === undefined ? [] : [...slow, fine])).toMatchObject({ load: 8 })
  })

  test('uses runs in which one gap in a hundred was read late, unless that decides the limit', () => {
    const first = tried.at(0)
    if (first === undefined) throw new Error('too few')
    const late = { ...quietClient, readLagP99Us: 36_000, loopDelayP99Us: 50_000 }
    const run = { ...first, summary: { ...first.summary, client: late } }
    expect(nextStep(plan, [run])).toMatchObject({ load: 2, reason: 'doubling' })
    const byTtft = planOf(capacityOver('requestRate'), [plain('ttft', 100)])
    const ttftOf = (mean: number, firstTokenLagMeanUs: number) => {
      const metrics = { ...run.summary.metrics, ttft: { ...run.summary.metrics.ttft, mean } }
      const client = { ...late, firstTokenLagMeanUs }
      return { ...run, summary: { ...run.summary, metrics, client } }
    }
    // 108 ms, 9 of which are the client's: whether the server keeps 100 ms is not known.
    expect(nextStep(byTtft, [ttftOf(108, 9000), ttftOf(108, 9000)])).toMatchObject({
      answer: { ending: 'client-limited' },
    })
    expect(nextStep(byTtft, [ttftOf(12_700, 36_000)])).not.toMatchObject({
      answer: { ending: 'client-limited' },
    })
  })

  test('does not believe a load beyond what a calibration found our client capable of', () => {
    const [first] = tried
    const points = [examplePoint(0, 0, { overloaded: 'client' })]
    const calibrations = [{ ...exampleCalibration, points }]
    const monitored = first && {
      ...first,
      summary: withCalibration({ ...first.summary, client: quietClient }, calibrations),
    }
    const step = monitored && nextStep(plan, [monitored])
    expect(step).toMatchObject({ load: first?.load, repeat: 1, reason: 'repeating' })
  })

  test('measures as often as the plan repeats, on both sides of the boundary', () => {
    const repeated = { ...plan, repeats: 3 }
    const { tried: all, answer: found } = searchOn(quietServer, repeated)
    if (found.kind !== 'capacity') throw new Error('A curve was not asked for.')
    const { highestHeld, firstBroken } = found
    const often = all.filter(({ repeat }) => repeat >= 2).map(({ load }) => load)
    expect(found.ending).toBe('precise')
    expect(often.some((load) => load <= (highestHeld ?? 0))).toBe(true)
    expect(often.some((load) => load >= (firstBroken?.load ?? Infinity))).toBe(true)
  })

  test('needs a plan that has one', () => {
    expect(() => nextStep({ ...plan, search: null }, [])).toThrow('no next step')
  })
})

/** The same run, had our client been busy with something else. */
function heldUp(run: MeasuredTry): MeasuredTry {
  const client = {
    sendLagP50Us: 5e4,
    sendLagP99Us: 5e5,
    sendLagMaxUs: 6e5,
    loopDelayP99Us: 5e5,
    loopDelayMaxUs: 6e6,
    cpuShare: 1,
    threadCpuShares: [],
    readLagMeanUs: null,
    readLagP99Us: null,
    readLagMaxUs: null,
    lateReadShare: null,
    firstTokenLagMeanUs: null,
    firstTokenLagP99Us: null,
    keptRateShare: null,
    gcPauseTotalUs: null,
    gcPauseMaxUs: null,
  }
  return { ...run, summary: { ...run.summary, client } }
}

/** By a run too short to say how sure that is. */
function withMeanTpot(summary: RunSummary, mean: number): RunSummary {
  const { metrics } = summary
  return { ...summary, certainty: null, metrics: { ...metrics, tpot: { ...metrics.tpot, mean } } }
}

test('a search by rate that begins beyond the limit on requests in flight names it', () => {
  const plan = planOf({ kind: 'capacity', over: 'requestRate', from: 16, upTo: 64 }, [
    plain('ttft', 500),
  ])
  const tried: MeasuredTry[] = []
  for (let seed = 0; ; seed++) {
    const step = nextStep(plan, tried)
    if (step.kind === 'done') {
      expect(step.answer).toMatchObject({ ending: 'held-back', highestHeld: null })
      return
    }
    tried.push({ ...step, ...generatedRun({ rate: step.load, limit: 4, requests: 400, seed }) })
  }
})

test('a search by rate ends at the limit on requests in flight, and does not call the server full', () => {
  const plan = planOf({ kind: 'capacity', over: 'requestRate', from: 1, upTo: 64 }, [
    plain('ttft', 500),
  ])
  const tried: MeasuredTry[] = []
  for (;;) {
    const step = nextStep(plan, tried)
    if (step.kind === 'done') {
      // Eight in flight of about 1.05 s each.
      expect(step.answer).toMatchObject({ ending: 'held-back' })
      expect(step.answer).toMatchObject({ firstBroken: { limit: null, unasked: 'in-flight' } })
      expect(estimateOf(step.answer)).toBeGreaterThan(0.9 * (8 / 1.05))
      expect(estimateOf(step.answer)).toBeLessThan(1.15 * (8 / 1.05))
      return
    }
    const requests = Math.round(400 * step.length)
    const seed = tried.length
    tried.push({ ...step, ...generatedRun({ rate: step.load, limit: 8, requests, seed }) })
  }
})
