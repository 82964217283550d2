import { expect, test } from 'vitest'
import { NumpyRandomState } from '../../random/numpy-legacy.ts'
import { measured, refused } from '../fixtures/requests.ts'
import { endS, type MeasuredRequest } from '../measured-request.ts'
import { throughputReach } from './throughput-reach.ts'

const none = new Uint32Array()

/** So many clients, each with the next request as soon as it has the answer to the last. */
function closedLoop(clients: number, untilS: number, random: NumpyRandomState): MeasuredRequest[] {
  return Array.from({ length: clients }, () => {
    const requests: MeasuredRequest[] = []
    for (let startS = 0; startS < untilS;) {
      const latencyS = random.exponential(1)
      const sizes = { ttftS: 0, interTokenLatenciesUs: none, outputTokens: 10 }
      requests.push(measured({ startS, latencyS, ...sizes }))
      startS += latencyS
    }
    return requests
  }).flat()
}

test('over 200 runs of a closed loop, the throughput holds the truth within its reach', () => {
  const window = { startS: 10, endS: 110 }
  const held = Array.from({ length: 200 }, (_, seed) => {
    const requests = closedLoop(16, 120, new NumpyRandomState(seed))
    const { requests: reach } = throughputReach(requests, window)
    const ended = requests.filter((each) => endS(each) >= 10 && endS(each) < 110)
    return Math.abs(ended.length / 100 / 16 - 1) <= (reach ?? 0)
  })
  const share = held.filter(Boolean).length / held.length
  expect(share).toBeGreaterThanOrEqual(0.9)
  expect(share).toBeLessThanOrEqual(0.99)
})

test('tokens come evenly between the first and the last of an answer', () => {
  const steady = Array.from({ length: 640 }, (_, index) =>
    measured({ startS: index / 10, ttftS: 1, latencyS: 5, outputTokens: 40 }),
  )
  const reach = throughputReach(steady, { startS: 6, endS: 60 })
  expect(reach.requests).toBeLessThan(0.02)
  expect(reach.outputTokens).toBeLessThan(0.001)
})

test.each([
  { remark: 'nothing', requests: [] },
  { remark: 'failures', requests: [measured({ error: refused })] },
  { remark: 'a few answers', requests: [measured(), measured({ startS: 1 })] },
])('$remark tell nothing', ({ requests }) => {
  expect(throughputReach(requests, null)).toEqual({ requests: null, outputTokens: null })
})
