import { expect, test } from 'vitest'
import { recordedOffsetsS } from './recorded-arrivals.ts'

test.each([
  { times: [0, 0.5, 0.5, 2], offsets: [0, 0.5, 0.5, 2], remark: 'are taken as they are' },
  { times: [3, 4], offsets: [3, 4], remark: 'are not moved to begin at 0' },
  { times: [1, 5, 2, 6], offsets: [1, 5, 5, 6], remark: 'keep the order of the trace' },
  { times: [undefined, 1], offsets: [0, 1], remark: 'are 0 where there is none' },
])('recorded times $remark', ({ times, offsets }) => {
  const requests = times.map((arrivesAtS) => (arrivesAtS === undefined ? {} : { arrivesAtS }))
  expect([...recordedOffsetsS(requests)]).toEqual(offsets)
})
