import { expect, test } from 'vitest'
import { measured, refused } from './fixtures/requests.ts'
import { isGood, RunTotals } from './run-totals.ts'

const fast = measured()
const slow = measured({ ttftS: 0.2, latencyS: 2 })
const short = measured({ outputTokens: 1 })
const failed = measured({ error: refused })
const requests = [fast, slow, short, failed]

test.each([
  { limits: {}, good: 3 },
  { limits: { ttft: 100 }, good: 2 },
  { limits: { e2el: 300 }, good: 2 },
  { limits: { e2el: 299.9 }, good: 0 },
  { limits: { ttft: 1000, tpot: 99 }, good: 1 },
  { limits: { tpot: 0 }, good: 1 },
  { limits: { ttft: 200, e2el: 2000 }, good: 3 },
])('$good of four requests meet $limits', ({ limits, good }) => {
  expect(requests.filter((request) => isGood(request, limits))).toHaveLength(good)
})

test('deadlines are those of completed responses, by the limits on TTFT and TPOT', () => {
  const late = measured({ ttftS: 0.25, interTokenLatenciesUs: Uint32Array.of(100_000, 100_000) })
  const totalsWith = (limits: ConstructorParameters<typeof RunTotals>[0]) => {
    const totals = new RunTotals(limits)
    for (const request of [late, late, { ...late, error: refused }]) totals.add(request)
    return totals.tally()
  }
  expect(totalsWith({ ttft: 100, tpot: 100 })).toMatchObject({ deadlines: 8, missedDeadlines: 4 })
  expect(totalsWith({ tpot: 100 })).toMatchObject({ deadlines: 4, missedDeadlines: 0 })
  expect(totalsWith({ ttft: 100 })).toMatchObject({ deadlines: 0, missedDeadlines: 0 })
})
