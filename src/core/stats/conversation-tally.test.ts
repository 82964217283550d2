import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RequestError } from '#core/records/request-record.ts'
import { measured } from './fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { ConversationTally } from './conversation-tally.ts'

const broken: RequestError = { code: 'http-status', message: 'no', status: 500, body: null }
const unsent: RequestError = { ...broken, code: 'conversation-ended', status: null }

function turn(
  conversation: number,
  number: number,
  {
    startS,
    latencyS = 1,
    error = null,
  }: Readonly<{ startS: number; latencyS?: number; error?: RequestError | null }>,
): MeasuredRequest {
  return measured({
    turn: { conversation, number },
    startS,
    latencyS,
    ttftS: latencyS / 2,
    interTokenLatenciesUs: new Uint32Array(),
    promptTokens: 100 * (number + 1),
    outputTokens: 11,
    error,
  })
}

/** One of three turns, and one whose second turn failed. */
const requests = [
  turn(0, 0, { startS: 0 }),
  turn(0, 1, { startS: 3, latencyS: 2 }),
  turn(0, 2, { startS: 8, latencyS: 2 }),
  turn(1, 0, { startS: 1, latencyS: 3 }),
  turn(1, 1, { startS: 5, error: broken }),
  turn(1, 2, { startS: 6, latencyS: 0, error: unsent }),
]

function summaryOf(list: readonly MeasuredRequest[]) {
  const tally = new ConversationTally()
  for (const request of list) tally.add(request)
  return tally.summary([50])
}

test('requests that stand alone are no conversations', () => {
  expect(summaryOf([{ ...turn(0, 0, { startS: 0 }), turn: undefined }])).toBeNull()
})

test('conversations last from their first turn to their last, those that failed do not count', () => {
  expect(summaryOf(requests)).toMatchObject({
    completed: 1,
    failed: 1,
    turnsEach: 2,
    duration: { count: 1, mean: 10_000, percentiles: [{ percentile: 50 }, { percentile: 99 }] },
  })
})

test('each turn has its own latencies', () => {
  const turns = summaryOf(requests)?.turns ?? []
  const reported = turns.map(({ number, completed, failed, inputTokens, ttft, tpot, e2el }) => [
    ...[number, completed, failed, inputTokens],
    ...[ttft.mean, tpot.mean, e2el.mean, e2el.count],
  ])
  expect(reported).toEqual([
    [0, 2, 0, 100, 1000, 100, 2000, 2],
    [1, 1, 1, 200, 1000, 100, 2000, 1],
    [2, 1, 1, 300, 1000, 100, 2000, 1],
  ])
})

test('the order they come in does not matter', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(requests, { minLength: requests.length }), (shuffled) => {
      expect(summaryOf(shuffled)).toEqual(summaryOf(requests))
    }),
  )
})
