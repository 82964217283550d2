import { describe, expect, test } from 'vitest'
import { measured } from '../fixtures/requests.ts'
import { alikeInQueue, queueSpread, serverQueue } from './server-queue.ts'

/** Ten requests a second, every second one of which waits. */
function requests(waitS: number, changes: object = {}) {
  return Array.from({ length: 101 }, (_, index) =>
    measured({ startS: index / 10, ttftS: 0.1 + (index % 2) * waitS, latencyS: 2, ...changes }),
  )
}

describe('the queue of a server', () => {
  test('is the requests that wait beyond the shortest TTFT', () => {
    const { waitS, length, lastsS } = serverQueue(requests(0.4))
    expect(lastsS).toBeCloseTo(10)
    expect(waitS).toBeCloseTo((0.4 * 50) / 101)
    expect(length).toBeCloseTo((10 * 0.4 * 50) / 101)
  })

  test.each([
    ['all requests were due at once', requests(0.4).map((one) => ({ ...one, queueS: one.startS }))],
    ['requests follow responses', requests(0.4, { turn: { conversation: 1, index: 0 } })],
    ['nothing was measured', []],
  ])('is not known if %s', (_, list) => {
    expect(serverQueue(list)).toEqual({ waitS: 0, length: 0, lastsS: Infinity })
  })

  test('makes requests resemble each other the more, the longer it is', () => {
    expect(alikeInQueue({ waitS: 0, length: 0, lastsS: 10 })).toEqual({ usual: 1, tail: 1 })
    const spreads = [0.1, 1, 4].map((length) => queueSpread({ waitS: 1, length, lastsS: 10 }))
    expect(spreads).toEqual(spreads.toSorted((one, other) => one - other))
    // A queue with one server at 80 % of its capacity: by theory 2.6 ÷ (1 − 0.8).
    expect(spreads[2]).toBeGreaterThan(9)
    expect(spreads[2]).toBeLessThan(13)
  })
})
