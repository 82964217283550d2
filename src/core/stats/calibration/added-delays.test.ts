import { expect, test } from 'vitest'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { Truth } from '#core/model/run/calibration.ts'
import { addedDelays } from './added-delays.ts'

const noFirsts = { chunk: null, content: null, reasoning: null, toolCall: null }

function reported(id: string, changes: Partial<RequestRecord> = {}): RequestRecord {
  return {
    index: 0,
    requestId: id,
    scheduledAtUs: 0,
    sentAtUs: 0,
    firstAtUs: noFirsts,
    firstTokenAtUs: 50_000,
    endedAtUs: 90_000,
    promptTokens: 2,
    inputAudioS: null,
    interTokenLatenciesUs: Uint32Array.of(20_000, 20_000),
    inputs: 1,
    outputTokens: 3,
    generatedText: '',
    error: null,
    ...changes,
  }
}

function truth(id: string, gapsUs: readonly number[] = [20_000, 20_000], ttftUs = 50_000): Truth {
  const received = 7e9
  return { id, received, first: received + ttftUs * 1000, gaps: gapsUs.map((us) => us * 1000) }
}

const none = { p50: 0, p99: 0, max: 0 }

test('a truthful client adds nothing', () => {
  const all = addedDelays([reported('a'), reported('b')], [truth('b'), truth('a')])
  expect(all).toEqual({ ttft: none, itl: none, e2el: none, sendLag: none })
})

test('what a client reports too late is its added delay, request by request', () => {
  const late = reported('b', {
    scheduledAtUs: 10_000,
    sentAtUs: 10_300,
    firstTokenAtUs: 61_000,
    endedAtUs: 101_500,
    interTokenLatenciesUs: Uint32Array.of(19_900, 20_600),
  })
  const added = addedDelays([reported('a'), late], [truth('a'), truth('b')])
  expect(added.ttft.max).toBe(700)
  expect(added.e2el.max).toBe(1200)
  expect(added.sendLag).toEqual({ p50: 300, p99: 300, max: 300 })
})

test('gaps are wrong by the same amount when reported too short', () => {
  const uneven = reported('a', { interTokenLatenciesUs: Uint32Array.of(19_000, 21_500) })
  expect(addedDelays([uneven], [truth('a')]).itl).toEqual({ p50: 1500, p99: 1500, max: 1500 })
})

test('requests that failed, and unknown ones, are left out', () => {
  const error = { code: 'reset', message: 'gone', status: null, body: null } as const
  const records = [reported('a', { error, firstTokenAtUs: 90_000 }), reported('c', { sentAtUs: 9 })]
  expect(addedDelays(records, [truth('a')])).toEqual({
    ttft: none,
    itl: none,
    e2el: none,
    sendLag: none,
  })
})
