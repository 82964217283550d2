// Traces of processes whose state is known: of 100 of each kind at least 95 are classified correctly.
import { describe, expect, test } from 'vitest'
import type { Steadiness } from '#core/model/run/certainty.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { measured } from '../fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { RequestSpans } from '../request-spans.ts'
import { steadinessOf } from './steadiness.ts'
import { findSteadyWindow, type SteadyStateOptions } from './steady-window.ts'

type Trace = (random: NumpyRandomState) => MeasuredRequest[]
/** Seconds a request takes, by when it starts (as a share of the run). */
type Latency = (at: number, random: NumpyRandomState) => number

const runS = 120
const steadyLatency: Latency = (_, random) => 2 * Math.exp(0.3 * random.gaussian())

function lasting(startS: number, latencyS: number): MeasuredRequest {
  return measured({ startS, latencyS, ttftS: latencyS / 10 })
}

/** Poisson arrivals; `rate` by when, as a share of the run. */
function openLoop(rate: (at: number) => number, latency: Latency): Trace {
  return (random) => {
    const requests: MeasuredRequest[] = []
    for (let atS = 0; atS < runS; atS += random.exponential(1) / Math.max(0.2, rate(atS / runS))) {
      requests.push(lasting(atS, latency(atS / runS, random)))
    }
    return requests
  }
}

/** This number of clients, each with the next request as soon as the last has ended. */
function closedLoop(clients: number, latency: Latency): Trace {
  return (random) =>
    Array.from({ length: clients }, () => {
      const requests: MeasuredRequest[] = []
      for (let atS = random.double(); atS < runS;) {
        const latencyS = latency(atS / runS, random)
        requests.push(lasting(atS, latencyS))
        atS += latencyS
      }
      return requests
    }).flat()
}

/** Poisson arrivals at a server that takes one after the other. */
function queue(load: number): Trace {
  return (random) => {
    let freeS = 0
    return openLoop(
      () => 8,
      () => 0,
    )(random).map(({ startS }) => {
      freeS = Math.max(freeS, startS) + (load / 8) * random.exponential(1)
      return lasting(startS, freeS - startS)
    })
  }
}

/** Poisson arrivals of many lengths at a server that slows with the number in flight, and by a share until the end. */
function batching(slowing: number): Trace {
  return (random) => {
    const requests: MeasuredRequest[] = []
    for (let startS = 0; startS < runS; startS += random.exponential(1 / 12)) {
      const inFlight = requests.filter((one) => one.startS + one.latencyS > startS).length
      const outputTokens = 2 + Math.round(64 * Math.exp(0.4 * random.gaussian()))
      const tokenS = (0.012 + 0.0004 * inFlight) * (1 + (slowing * startS) / runS)
      const latencyS = 0.03 + tokenS * (outputTokens - 1) * Math.exp(0.05 * random.gaussian())
      requests.push(measured({ startS, ttftS: 0.03, latencyS, outputTokens }))
    }
    return requests
  }
}

function stateOf(trace: Trace, seed: number, target: SteadyStateOptions['target']) {
  const requests = trace(new NumpyRandomState(seed))
  const spans = new RequestSpans()
  for (const request of requests) spans.add(request)
  const window = findSteadyWindow(spans.ofSuccesses(), { target, threshold: 0.95 })
  return window === null ? 'none' : steadinessOf(requests, window).state
}

type Case = Readonly<{
  name: string
  trace: Trace
  target?: number
  states: readonly (Steadiness['state'] | 'none')[]
}>

const slowingDown: Latency = (at, random) => (1 + at) * steadyLatency(at, random)
const shifting: Latency = (at, random) => (at > 0.5 ? 1.5 : 1) * steadyLatency(at, random)

const cases: readonly Case[] = [
  { name: 'a steady rate', trace: openLoop(() => 8, steadyLatency), states: ['steady'] },
  {
    name: 'a rate that climbs, stays and falls',
    trace: openLoop((at) => 10 * Math.min(1, 10 * at, 10 * (1 - at)), steadyLatency),
    states: ['steady'],
  },
  {
    name: 'a steady closed loop',
    trace: closedLoop(16, steadyLatency),
    target: 16,
    states: ['steady'],
  },
  { name: 'a queue at half of its capacity', trace: queue(0.5), states: ['steady'] },
  {
    name: 'a rate that only climbs',
    trace: openLoop((at) => 16 * at, steadyLatency),
    states: ['ramp'],
  },
  {
    name: 'a rate that only falls',
    trace: openLoop((at) => 16 * (1 - at), steadyLatency),
    states: ['drain'],
  },
  { name: 'a queue near its capacity', trace: queue(0.7), states: ['steady'] },
  { name: 'a queue beyond its capacity', trace: queue(1.3), states: ['drifting'] },
  {
    name: 'a server that slows down',
    trace: closedLoop(16, slowingDown),
    target: 16,
    states: ['drifting'],
  },
  {
    name: 'a server that is throttled half-way',
    trace: closedLoop(16, shifting),
    target: 16,
    states: ['drifting'],
  },
  { name: 'a server of many lengths that does not change', trace: batching(0), states: ['steady'] },
  {
    name: 'a server of many lengths that slows by a quarter',
    trace: batching(0.25),
    states: ['drifting'],
  },
  {
    name: 'a steady rate, ended soon',
    trace: (random) => openLoop(() => 8, steadyLatency)(random).filter(({ startS }) => startS < 8),
    states: ['steady', 'too-short'],
  },
  {
    name: 'a loop that never fills up',
    trace: closedLoop(16, steadyLatency),
    target: 32,
    states: ['none'],
  },
]

const numbersOfTraces = [
  { traces: 20, tags: [] },
  { traces: 100, tags: ['nightly'] },
]
describe.each(cases)('traces of $name', ({ trace, target, states }) => {
  for (const { traces, tags } of numbersOfTraces) {
    test(`of ${traces}, at least 95 % are classified as ${states.join(' or ')}`, { tags }, () => {
      const reported = Array.from({ length: traces }, (_, seed) =>
        stateOf(trace, seed, target ?? 'usual'),
      )
      const right = reported.filter((state) => states.includes(state)).length
      expect(right / traces).toBeGreaterThanOrEqual(0.95)
    })
  }
})
