import { expect, test } from 'vitest'
import type { Durations } from './durations/durations.ts'
import { measured, refused } from './fixtures/requests.ts'
import { MetricValues } from './metric-stats.ts'

const requests = [
  measured({ ttftS: 0.2, queueS: 0.7 }),
  measured({ ttftS: 0.9, error: refused }),
  measured({ outputTokens: 1, interTokenLatenciesUs: new Uint32Array() }),
]

const values = new MetricValues()
for (const request of requests) values.add(request)

test('values are pooled over successes only', () => {
  expect(listOf(values.durationsOf('ttft'))).toEqual([0.1, 0.2])
  expect(listOf(values.durationsOf('e2el'))).toEqual([0.3, 0.3])
  expect(listOf(values.durationsOf('itl'))).toEqual([0.1, 0.1])
})

test('waiting in the client is a value of its own and one with the latency it delayed', () => {
  expect(listOf(values.durationsOf('client_queue_time'))).toEqual([0, 0.7])
  expect(listOf(values.durationsOf('e2el_including_client_queue'))).toEqual([0.3, 1])
})

test('requests of one token have no TPOT', () => {
  expect(values.durationsOf('tpot').count).toBe(1)
})

function listOf(durations: Durations): number[] {
  return Array.from({ length: durations.count }, (_, rank) => durations.at(rank))
}

test('token latency shares the whole latency out, over answers that have tokens', () => {
  values.add(measured({ outputTokens: 0 }))
  expect(listOf(values.durationsOf('token_latency'))).toEqual([expect.closeTo(0.1, 12), 0.3])
})
