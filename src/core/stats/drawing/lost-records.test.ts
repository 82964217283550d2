import { expect, test } from 'vitest'
import { lostFromS } from './lost-records.ts'

/** Sent one a second. */
const sent = (...indices: readonly number[]) =>
  indices.map((index) => ({ index, sentAtUs: index * 1e6 }))

test.each([
  { records: sent(0, 1, 2), planned: 3, from: null, remark: 'every request has a record' },
  { records: sent(0, 2, 1, 5), planned: 9, from: 2, remark: 'the fourth was still in flight' },
  { records: sent(0, 1), planned: 9, from: 1, remark: 'the next was, if it was sent' },
  { records: sent(1, 2), planned: 9, from: 0, remark: 'the first was' },
  { records: [], planned: 9, from: 0, remark: 'nothing is known' },
])('from $from of $planned: $remark', ({ records, planned, from }) => {
  expect(lostFromS(records, planned)).toBe(from)
})
