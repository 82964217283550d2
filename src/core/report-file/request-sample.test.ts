import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleRecords } from '../report/example-run.test-support.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { sampleRequests } from './request-sample.ts'

function recordsWith(latencies: readonly number[]): RequestRecord[] {
  const [record] = exampleRecords
  if (record === undefined) throw new Error('there are examples')
  return latencies.map((us, index) => ({
    ...record,
    index,
    sentAtUs: index * 1000,
    firstTokenAtUs: null,
    endedAtUs: index * 1000 + us,
  }))
}

test('a sample is no larger than asked, in order, and has the slowest', () => {
  const latencies = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 400 })
  fc.assert(
    fc.property(latencies, fc.integer({ min: 20, max: 100 }), (us, most) => {
      const { total, every, rows } = sampleRequests(recordsWith(us), { total: us.length, most })
      expect(total).toBe(us.length)
      expect(rows.length).toBeLessThanOrEqual(most)
      expect(rows.map(([at]) => at)).toEqual(rows.map(([at]) => at).toSorted((a, b) => a - b))
      expect(Math.max(...rows.map(([, , ms]) => ms))).toBeCloseTo(Math.max(...us) / 1000, 1)
      if (every === 1) expect(rows).toHaveLength(total)
    }),
  )
})
