import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { measured } from '../fixtures/requests.ts'
import { fullTimes } from './full-times.ts'
import { statesSeen } from './tail-times.ts'
import { NumberList } from '../durations/number-list.ts'

const betweenS = 0.06

/** Poisson arrivals at a server with places for all, whose responses take 2 s: 33 in flight on average. */
function requests(count: number, heldS = 0): MeasuredRequest[] {
  const random = new NumpyRandomState(7)
  let startS = 0
  return Array.from({ length: count }, () => {
    startS += random.exponential(betweenS)
    return measured({ startS, queueS: heldS, ttftS: 0.05, latencyS: 2 })
  })
}

function fullTimesOf(list: readonly MeasuredRequest[], surelyShare = 0) {
  const startsS = new NumberList()
  for (const { startS } of list) startsS.add(startS)
  const states = statesSeen(list, { startsS, meanLatencyS: 2 })
  return fullTimes(list, states, { betweenS, surelyShare })
}

describe('waits for a place that a run did not see', () => {
  test('are possible in a short run, and rarer the longer it is', () => {
    const [short, long, longest] = [400, 4000, 40_000].map((count) => fullTimesOf(requests(count)))
    expect(short?.waitS).toBeGreaterThan(0.01)
    expect(long?.waitS).toBeLessThan((short?.waitS ?? 0) / 4)
    expect(longest?.waitS).toBeLessThan(0.001)
  })

  test('may be all of a tail, which a run as much longer would show', () => {
    const short = fullTimesOf(requests(400))
    expect(short.lengthened(99)).toBeGreaterThan(1)
    expect(short.lengthened(95)).toBe(0)
    expect(fullTimesOf(requests(40_000)).lengthened(99)).toBe(0)
  })

  test('are nearer if some requests surely waited, because then the places are known', () => {
    const list = requests(400)
    expect(fullTimesOf(list, 0.01).waitS).toBeGreaterThan(fullTimesOf(list).waitS)
  })

  test('are none if the client limits the requests in flight', () => {
    expect(fullTimesOf(requests(400, 1))).toMatchObject({ waitS: 0 })
  })

  test('are none if the run saw the server full for several of its states', () => {
    const states = { count: 100, inFlight: 20, spread: 5 }
    const list = requests(400).map((one, at) => ({ ...one, startS: 0.1 * at }))
    expect(fullTimes(list, states, { betweenS, surelyShare: 0.2 }).waitS).toBe(0)
  })
})
