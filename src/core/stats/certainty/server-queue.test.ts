import { describe, expect, test } from 'vitest'
import { measured } from '../fixtures/requests.ts'
import { sharedPart } from './shared-part.ts'
import { alikeInQueue, queueSpread, serverQueue, sharedQueue } from './server-queue.ts'

/** Ten requests a second, of which five after each other wait. */
function requests(waitS: number, changes: object = {}) {
  return Array.from({ length: 101 }, (_, index) =>
    measured({
      startS: index / 10,
      ttftS: 0.1 + (Math.floor(index / 5) === 10 ? waitS : 0),
      latencyS: 2,
      ...changes,
    }),
  )
}

describe('the queue of a server', () => {
  test('is the requests that wait beyond the shortest TTFT', () => {
    const { waitS, length, lastsS } = serverQueue(requests(0.4))
    expect(lastsS).toBeCloseTo(10)
    expect(waitS).toBeCloseTo((0.4 * 5) / 101)
    expect(length).toBeCloseTo((10 * 0.4 * 5) / 101)
  })

  test('is not the spread of requests that neighbours do not share', () => {
    const alone = requests(0).map((one, index) => ({ ...one, ttftS: 0.1 + (index % 2) * 0.4 }))
    const whole = serverQueue(alone)
    const queue = sharedQueue(whole, sharedPart(Float64Array.from(alone, ({ ttftS }) => ttftS)))
    expect(whole.waitS).toBeCloseTo(0.2, 2)
    expect(queue.waitS).toBeLessThan(0.07)
    expect(queue.length / whole.length).toBeCloseTo(queue.waitS / whole.waitS, 9)
  })

  test.each([
    ['all requests were due at once', requests(0.4).map((one) => ({ ...one, queueS: one.startS }))],
    ['requests follow responses', requests(0.4, { turn: { conversation: 1, index: 0 } })],
    ['nothing was measured', []],
  ])('is not known if %s', (_, list) => {
    expect(serverQueue(list)).toEqual({ waitS: 0, length: 0, lastsS: Infinity })
  })

  test('makes requests resemble each other the more, the longer it is', () => {
    const none = { waitS: 0, length: 0, lastsS: 10 }
    expect(alikeInQueue(none, { mostShare: 1, all: 3 })).toEqual({ all: 3, usual: 1, tail: 1 })
    const spreads = [0.1, 1, 4].map((length) => queueSpread({ waitS: 1, length, lastsS: 10 }))
    expect(spreads).toEqual(spreads.toSorted((one, other) => one - other))
    // A queue with one server at 80 % of its capacity: by theory 2.6 ÷ (1 − 0.8).
    expect(spreads[2]).toBeGreaterThan(9)
    expect(spreads[2]).toBeLessThan(13)
  })
})
