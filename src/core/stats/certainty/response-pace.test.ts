import { describe, expect, test } from 'vitest'
import { measured, refused } from '../fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { latenessAt, responsePace } from './response-pace.ts'

const light = { ttftMs: 100, tpotMs: 10 }

/** Ten requests a second for ten seconds, 51 tokens each, each response `growthS` later than the one before. */
function run({ growthS = 0, change = {} }: { growthS?: number; change?: object } = {}) {
  return Array.from({ length: 100 }, (_, index) =>
    measured({
      startS: index / 10,
      ttftS: 0.1 + index * growthS,
      latencyS: 0.6 + index * growthS,
      outputTokens: 51,
      ...change,
    }),
  )
}

function latenessOf(requests: readonly MeasuredRequest[], pace = light): number {
  const evidence = responsePace(requests)
  if (evidence === null) throw new Error('There is no pace.')
  return latenessAt(pace, evidence)
}

describe('the pace of responses', () => {
  test('is kept where each takes as long as at a light load', () => {
    const pace = responsePace(run())
    expect(pace?.scheduleS).toBeCloseTo(10, 9)
    expect(pace?.standingWaitS).toBeCloseTo(0, 9)
    expect(pace?.fastest.ttftMs).toBeCloseTo(100, 6)
    expect(pace?.fastest.tpotMs).toBeCloseTo(10, 6)
    expect(latenessOf(run())).toBeCloseTo(0, 9)
  })

  test('is that of the slowest of several servers, because requests do not choose', () => {
    const shared = run().map((one, at) => ({ ...one, target: at % 2 }))
    const slow = shared.map((one) => (one.target === 1 ? { ...one, latencyS: 1.1 } : one))
    expect(responsePace(slow)?.fastest.tpotMs).toBeCloseTo(20, 6)
    expect(responsePace(shared)?.fastest.tpotMs).toBeCloseTo(10, 6)
  })

  test('is kept where nothing counted the tokens, since their events last as long', () => {
    const interTokenLatenciesUs = new Uint32Array(50).fill(10_000)
    const change = { outputTokens: 1, isUncounted: true, interTokenLatenciesUs }
    const pace = responsePace(run({ change }))
    expect(pace?.fastest.tpotMs).toBeCloseTo(10, 6)
    expect(latenessOf(run({ change }))).toBeCloseTo(0, 9)
  })

  test('is kept where some requests were retried, the last among them', () => {
    const retried = { attempts: 2, waitS: 3, tookS: 3 }
    const requests = run().map((request, index) =>
      index % 9 === 0 ? { ...request, startS: request.startS + 3, retried } : request,
    )
    expect(responsePace(requests)?.scheduleS).toBeCloseTo(10, 9)
    expect(responsePace(requests)?.standingWaitS).toBeCloseTo(0, 9)
    expect(latenessOf(requests)).toBeCloseTo(0, 9)
  })

  test('waits for the retries of a server that admits them later and later', () => {
    const requests = run().map((request, index) => {
      const tookS = index / 50
      return {
        ...request,
        startS: request.startS + tookS,
        retried: { attempts: 1, waitS: 0, tookS },
      }
    })
    expect(responsePace(requests)?.standingWaitS).toBeCloseTo(1.53, 2)
  })

  test('is late by the share of the load that is beyond the capacity', () => {
    const overloaded = run({ growthS: 0.02 })
    expect(latenessOf(overloaded)).toBeCloseTo(0.198, 3)
    expect(responsePace(overloaded)?.standingWaitS).toBeCloseTo(80 * 0.02, 9)
  })

  test('is not late for a long response among short ones', () => {
    const straggler = run().map((request, index) =>
      index === 97 ? { ...request, outputTokens: 1001, latencyS: 10.1 } : request,
    )
    expect(latenessOf(straggler)).toBeCloseTo(0, 9)
    expect(responsePace(straggler)?.demands).toHaveLength(2)
  })

  test('is not late for a long prompt, which takes as long alone', () => {
    const reading = run().map((request, index) => {
      const promptTokens = index >= 80 ? 2000 : 100
      const ttftS = promptTokens / 1000
      return { ...request, promptTokens, ttftS, latencyS: ttftS + 0.5 }
    })
    expect(latenessOf(reading)).toBeCloseTo(0, 9)
    expect(responsePace(reading)?.standingWaitS).toBeCloseTo(0, 9)
    const waiting = reading.map((request) => ({ ...request, promptTokens: 100 }))
    expect(latenessOf(waiting)).toBeCloseTo(0.19, 9)
  })

  test('does not take the wait in the client for the time of a long prompt', () => {
    const held = run().map((request, index) => {
      const queueS = index * 0.05
      const promptTokens = index % 2 === 0 ? 100 : 200
      return { ...request, startS: request.startS + queueS, queueS, promptTokens }
    })
    expect(responsePace(held)?.standingWaitS).toBeCloseTo(4, 9)
    expect(responsePace(held)?.heldBack?.standingS).toBeCloseTo(4, 9)
  })

  test('counts the wait in the client, and responses in one piece by their whole time', () => {
    const heldBack = run().map((request, index) => ({ ...request, queueS: index * 0.005 }))
    const late = heldBack.map((request) => ({
      ...request,
      startS: request.startS + request.queueS,
    }))
    expect(latenessOf(late)).toBeCloseTo(0.0495, 4)
    const whole = run({ change: { ttftS: 0 } })
    expect(latenessOf(whole, { ttftMs: 600, tpotMs: 0 })).toBeCloseTo(0, 9)
  })

  test('leaves out failures, and is the same in any order', () => {
    const failed = run().map((request, index) =>
      index % 3 === 0 ? { ...request, error: refused, latencyS: 60 } : request,
    )
    expect(latenessOf(failed)).toBeCloseTo(0, 9)
    expect(responsePace(run().toReversed())).toEqual(responsePace(run()))
  })

  test.each([
    ['few responses', run().slice(0, 9)],
    ['a burst', run({ change: { startS: 0 } })],
    ['turns of conversations', run({ change: { turn: { conversation: 0, turn: 1 } } })],
  ])('is not known of %s', (_, requests) => {
    expect(responsePace(requests)).toBeNull()
  })
})
