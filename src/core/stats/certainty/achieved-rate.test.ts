import { describe, expect, test } from 'vitest'
import { measured, refused } from '../fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { achievedRate } from './achieved-rate.ts'

type Rates = Readonly<{ sent: number; answered: number | null }>

/** Ten requests, due each tenth of a second. */
function tenRequests(change: (index: number) => Partial<MeasuredRequest>): MeasuredRequest[] {
  return Array.from({ length: 10 }, (_, index) =>
    measured({ startS: index / 10, ...change(index) }),
  )
}

describe('the rate achieved', () => {
  test.each<[string, (index: number) => Partial<MeasuredRequest>, Rates]>([
    [
      'is the one asked for where all keep up',
      () => ({ latencyS: 0.05 }),
      { sent: 10, answered: 10 },
    ],
    [
      'falls where requests are held back',
      (index) => ({ startS: index / 5, queueS: index / 10, latencyS: 0.01 }),
      { sent: 5, answered: 5 },
    ],
    [
      'falls where answers take longer and longer',
      (index) => ({ latencyS: 0.1 + index / 10 }),
      { sent: 10, answered: 5 },
    ],
    ['counts no refusal as an answer', () => ({ error: refused }), { sent: 10, answered: null }],
  ])('%s', (_, change, { sent, answered }) => {
    const found = achievedRate(tenRequests(change))
    expect(found?.asked).toBeCloseTo(10, 9)
    expect(found?.sent).toBeCloseTo(sent, 9)
    if (answered === null) expect(found?.answered).toBeNull()
    else expect(found?.answered).toBeCloseTo(answered, 9)
  })

  test('asks for a request when it was due, however often it was rejected', () => {
    const retried = { attempts: 2, waitS: 3, tookS: 3.5 }
    const requests = tenRequests((index) => ({ startS: index / 10 + 3.5, retried, latencyS: 0.05 }))
    expect(achievedRate(requests)?.asked).toBeCloseTo(10, 9)
  })

  test('counts no turn that was never sent', () => {
    const error = { ...refused, code: 'conversation-ended' } as const
    const lost = Array.from({ length: 50 }, () => measured({ startS: 0.05, latencyS: 0, error }))
    const requests = tenRequests(() => ({ latencyS: 0.05 }))
    expect(achievedRate([...requests, ...lost])).toEqual(achievedRate(requests))
  })

  test('is not spoken of where all were due at once, or nothing was', () => {
    expect(achievedRate(tenRequests((index) => ({ startS: index, queueS: index })))).toBeNull()
    expect(achievedRate([])).toBeNull()
  })
})
