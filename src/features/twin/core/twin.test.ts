import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { askTwin, type TwinQuestion } from './ask-twin.ts'
import type { SchedulingPolicy } from './engine-model.ts'
import { type EngineFacts, fitTwin } from './fit-twin.ts'
import { latenciesOf, latencyFigure, observedTimes, virtualTimes } from './latency-figures.ts'
import { observedRun } from './observed-run.ts'
import { intervalOf, predictedLatency, sampleRuns } from './predict.ts'
import type { Twin } from './twin.ts'
import {
  knownEngine,
  knownRuns,
  memoryBoundEngine,
  promptHeavyEngine,
  servedStepByStep,
} from './twin.test-support.ts'
import { runVirtually } from './virtual-engine.ts'

const nothingStated: EngineFacts = {
  maxNumSeqs: null,
  maxNumBatchedTokens: null,
  kvCacheTokens: null,
}

const question: TwinQuestion = {
  load: null,
  inputLength: null,
  outputLength: null,
  engine: {},
  limits: [],
  demand: null,
}

function fitted(runs = knownRuns()): Twin {
  const fit = fitTwin(runs, nothingStated)
  if (fit.kind === 'refused') throw new Error(JSON.stringify(fit.refusal))
  return fewer(fit.twin)
}

/** Enough for what is checked of answers. */
function fewer(twin: Twin): Twin {
  return { ...twin, samples: twin.samples.slice(0, 6) }
}

test('the next request of a closed loop misses the step that begins while the answer is on its way', () => {
  const lengths = Array.from({ length: 80 }, (_, index) => ({
    promptTokens: 20,
    computedTokens: 20,
    outputTokens: 10 + (index % 7),
  }))
  const load = { lengths, dueS: new Float64Array(lengths.length), limit: 4 }
  const noise = { deviation: 0, memory: 0 }
  const ttftsS = (overheadS: number) => {
    const { sentS, firstS } = runVirtually({ ...knownEngine, noise, overheadS }, load, { seed: 1 })
    return firstS.map((atS, index) => atS - (sentS[index] ?? NaN)).slice(4)
  }
  const [near, far] = [ttftsS(0), ttftsS(0.003)].map((values) => latencyFigure(values, 50))
  // Besides the overhead, it waits for the rest of a step that lasts at least as long as one of a single sequence.
  expect((far ?? NaN) - (near ?? NaN)).toBeGreaterThan(knownEngine.costs.alone / 2)
})

test('the virtual engine serves as a server does that is written token by token', () => {
  const run = observedRun(
    'burst',
    Infinity,
    servedStepByStep(knownEngine, { rate: 14, count: 400, seed: 5 }),
  )
  const dueS = Float64Array.from(run.requests, ({ sentS }) => sentS)
  const load = { lengths: run.requests, dueS, limit: Infinity }
  const virtual = latenciesOf(virtualTimes(runVirtually(knownEngine, load, { seed: 1 }), load))
  const real = latenciesOf(observedTimes(run))
  for (const name of ['ttft', 'tpot', 'e2el'] as const) {
    const [mine, other] = [virtual[name], real[name]].map((values) => latencyFigure(values, null))
    expect(mine).toBeCloseTo(other ?? NaN, 4)
  }
})

describe('a fit to three runs', () => {
  const twin = fitted()

  test('finds the costs of a step and the limit of sequences', () => {
    const { model, limitSources } = twin
    expect(model.policy).toBe('mixed')
    expect(model.computeBoundFrom).toBe(Infinity)
    expect(model.costs.alone).toBeCloseTo(0.012, 4)
    expect(model.costs.perSequence).toBeCloseTo(0.0004, 5)
    expect(model.costs.perPromptToken).toBeCloseTo(0.00003, 6)
    expect(model.limits.maxNumSeqs).toBe(32)
    expect(limitSources).toMatchObject({ maxNumSeqs: 'found', kvCacheTokens: 'unknown' })
  })

  test('predicts latencies at a rate that it has not seen', () => {
    const runs = sampleRuns(
      twin.samples,
      { lengths: twin.lengths, limits: {} },
      { requestRate: 10 },
    )
    const truth = latenciesOf(
      observedTimes(
        observedRun(
          'long',
          Infinity,
          servedStepByStep(knownEngine, { rate: 10, count: 6000, seed: 9 }),
        ),
      ),
    )
    const tpot = predictedLatency(runs, 'tpot', null)
    expect(tpot.value / latencyFigure(truth.tpot, null)).toBeCloseTo(1, 1)
    const ttft = predictedLatency(runs, 'ttft', 99)
    expect(ttft.low).toBeLessThan(1.05 * latencyFigure(truth.ttft, 99))
    expect(ttft.high).toBeGreaterThan(0.95 * latencyFigure(truth.ttft, 99))
  })

  test('orders what it answers: within limits no more than in all, knee below the capacity', () => {
    const limits = [{ name: 'tpot' as const, percentile: null, boundS: 0.02 }]
    const answer = askTwin(twin, { ...question, limits, demand: 100 })
    const { capacity, knee, capacityWithinLimits, replicas, guesses } = answer
    expect(knee?.value).toBeLessThan(capacity?.value ?? NaN)
    expect(capacityWithinLimits?.value).toBeLessThan(capacity?.value ?? NaN)
    expect(replicas?.value).toBe(Math.ceil(100 / (capacityWithinLimits?.value ?? NaN)))
    expect(guesses).toEqual([])
  })

  test('calls a guess what the runs do not show', () => {
    expect(askTwin(twin, { ...question, engine: { maxNumSeqs: 64 } }).guesses).toContain(
      'more-sequences',
    )
    expect(askTwin(twin, { ...question, inputLength: 2000 }).guesses).toContain('longer-prompts')
  })
})

test('finds from how many tokens on a step takes longer with each', () => {
  const { model } = fitted(knownRuns(memoryBoundEngine))
  expect(model.computeBoundFrom).toBe(24)
  expect(model.costs.alone).toBeCloseTo(0.012, 4)
  expect(model.costs.perComputeBoundToken).toBeCloseTo(0.0001, 6)
  expect(model.costs.perPromptToken).toBeCloseTo(0, 6)
})

test('a TTFT without a queue is a guess if requests waited in every run', () => {
  const twin = fitted(knownRuns().slice(2))
  expect(askTwin(twin, question).guesses).toContain('only-queues')
})

test('without a full server neither capacity nor knee is predicted', () => {
  const [light] = knownRuns()
  const twin = fitted(light === undefined ? [] : [light])
  expect(askTwin(twin, question)).toMatchObject({
    capacity: null,
    knee: null,
    replicas: null,
  })
})

describe('a fit is refused', () => {
  test('to servers whose requests share no steps', () => {
    const random = new NumpyRandomState(1)
    const requests = Array.from({ length: 300 }, (_, index) => {
      const gapUs = random.randint(8000, 14_000)
      return measured({
        startS: 0.1 * index,
        ttftS: 0.05,
        latencyS: 0.05 + (39 * gapUs) / 1e6,
        interTokenLatenciesUs: new Uint32Array(39).fill(gapUs),
        outputTokens: 40,
      })
    })
    expect(fitTwin([observedRun('apart', Infinity, requests)], nothingStated)).toMatchObject({
      refusal: { why: 'no-common-steps' },
    })
  })

  test('to a server whose first tokens wait for something else', () => {
    const held = knownRuns().map((run) => ({
      ...run,
      requests: run.requests.map((request, index) => ({
        ...request,
        sentS: request.sentS - (index % 2),
        dueS: request.dueS - (index % 2),
      })),
    }))
    expect(fitTwin(held, nothingStated)).toMatchObject({ refusal: { why: 'misfit' } })
  })

  test('to runs that slow down', () => {
    const [light] = knownRuns()
    const slowing = (atS: number) => atS + 0.01 * atS ** 2
    const requests = (light?.requests ?? []).map((request) => ({
      ...request,
      sentS: slowing(request.sentS),
      tokensAtS: request.tokensAtS.map(slowing),
    }))
    const run = { name: 'slowing', limit: Infinity, requests, failedShare: 0, irregularShare: 0 }
    expect(fitTwin([run], nothingStated)).toMatchObject({ refusal: { why: 'drift' } })
  })

  test('to a prefix cache that warms within a run, or from run to run', () => {
    const share = (served: number) => 0.3 + 0.7 * Math.exp(-served / 200)
    const cold = fitTwin(
      knownRuns(promptHeavyEngine, (_, served) => share(served)),
      nothingStated,
    )
    expect(cold).toMatchObject({ refusal: { why: 'warming', from: 'at 14', to: 'at 14' } })
    const later = knownRuns(promptHeavyEngine, (run) => 1 - 0.12 * run)
    const refusal = { why: 'warming', from: 'at 6', to: 'at Infinity' }
    expect(fitTwin(later, nothingStated)).toMatchObject({ refusal })
    expect(fitTwin(knownRuns(promptHeavyEngine), nothingStated)).toMatchObject({ kind: 'fitted' })
    const computeBound = knownRuns(memoryBoundEngine, (_, served) => share(served))
    expect(fitTwin(computeBound, nothingStated)).toMatchObject({ refusal: { why: 'warming' } })
  })

  test('to a prefix cache that the server reports to find more and more', () => {
    const runs = knownRuns().map((run) => ({
      ...run,
      requests: run.requests.map((request, index) => ({
        ...request,
        computedTokens: Math.round(
          request.promptTokens * (1 - (0.6 * index) / run.requests.length),
        ),
      })),
    }))
    expect(fitTwin(runs, nothingStated)).toMatchObject({ refusal: { why: 'warming' } })
  })

  test('to one pause, unless the runs are long enough to know that such are rare', () => {
    const pausing = (pauseS: number) => {
      const [light, ...others] = knownRuns()
      const later = (atS: number) => (atS > 10 ? atS + pauseS : atS)
      const requests = (light?.requests ?? []).map((request) => ({
        ...request,
        sentS: later(request.sentS),
        dueS: later(request.dueS),
        tokensAtS: request.tokensAtS.map(later),
      }))
      return fitTwin([...(light ? [{ ...light, requests }] : []), ...others], nothingStated)
    }
    expect(pausing(0.5)).toMatchObject({ refusal: { why: 'stalls', count: 1 } })
    expect(pausing(0.1)).toMatchObject({ kind: 'fitted' })
  })

  test('to failures, responses in one document, and too few requests', () => {
    const [light] = knownRuns()
    if (light === undefined) throw new RangeError()
    const why = (change: object) => fitTwin([{ ...light, ...change }], nothingStated)
    expect(why({ failedShare: 0.2 })).toMatchObject({ refusal: { why: 'failures' } })
    expect(why({ irregularShare: 1 })).toMatchObject({ refusal: { why: 'irregular' } })
    const tooLittle = { refusal: { why: 'too-little' } }
    expect(why({ requests: light.requests.slice(0, 5) })).toMatchObject(tooLittle)
    const short = [1, 2, 3].map((seed) => {
      const served = servedStepByStep(knownEngine, { rate: 6, count: 20, seed })
      return observedRun(`short ${seed}`, Infinity, served)
    })
    expect(fitTwin(short, nothingStated)).toMatchObject(tooLittle)
  })
})

test('an interval of the extremes holds 90 % with 19 values, and lies inside them with more', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
  expect(intervalOf(upTo(19))).toEqual({ low: 0, value: 9, high: 18 })
  expect(intervalOf(upTo(5))).toEqual({ low: 0, value: 2, high: 4 })
  expect(intervalOf(upTo(39)).low).toBeCloseTo(1, 9)
  expect(intervalOf([3])).toEqual({ low: 3, value: 3, high: 3 })
})

test('a limit of prompt tokens alone leaves decoding sequences out', () => {
  const wait = (policy: SchedulingPolicy) => {
    const limits = { ...knownEngine.limits, maxNumBatchedTokens: 40 }
    const lengths = [
      ...Array.from({ length: 20 }, () => ({
        promptTokens: 1,
        computedTokens: 1,
        outputTokens: 90,
      })),
      { promptTokens: 400, computedTokens: 400, outputTokens: 2 },
    ]
    const dueS = Float64Array.from(lengths, (_, index) => (index < 20 ? 0 : 0.1))
    const engine = { ...knownEngine, policy, limits }
    const { firstS, mostRunning } = runVirtually(
      engine,
      { lengths, dueS, limit: Infinity },
      { seed: 1 },
    )
    expect(mostRunning).toBe(21)
    return (firstS[20] ?? NaN) - 0.1
  }
  // Ten steps of 40 tokens, or twenty of the 20 that the sequences leave.
  expect(wait('mixed') / wait('mixed-apart')).toBeGreaterThan(1.6)
})
