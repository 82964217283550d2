import { expect, test } from 'vitest'
import { measured, refused } from '../fixtures/requests.ts'
import { stallsOf } from './achieved-rate.ts'

function answer(gapsMs: readonly number[]) {
  return measured({ interTokenLatenciesUs: Uint32Array.from(gapsMs, (ms) => ms * 1000) })
}

test.each([
  ['none in a run without gaps', [answer([])], { worstS: 0, gaps: 0, requests: 0 }],
  [
    'the worst gap even where none is a stall',
    [answer([20, 499])],
    { worstS: 0.499, gaps: 0, requests: 0 },
  ],
  ['a gap at the threshold is one', [answer([20, 500])], { worstS: 0.5, gaps: 1, requests: 1 }],
  [
    'each gap, and each request that had one',
    [answer([600, 20, 700]), answer([20]), answer([2000])],
    { worstS: 2, gaps: 3, requests: 2 },
  ],
  [
    'nothing of requests that failed',
    [{ ...answer([900]), error: refused }],
    { worstS: 0, gaps: 0, requests: 0 },
  ],
])('stalls: %s', (_, requests, stalls) => {
  expect(stallsOf(requests, 0.5)).toEqual(stalls)
})
