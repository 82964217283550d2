import { expect, test } from 'vitest'
import { openRequestRows } from './open-request-rows.ts'

test('a request without a token is in prefill, one with tokens has a rate', () => {
  const rows = openRequestRows(
    [
      { index: 3, sentAtS: 1, firstTokenAtS: null, tokens: 0 },
      { index: 4, sentAtS: 2, firstTokenAtS: 2.5, tokens: 1 },
      { index: 5, sentAtS: 2, firstTokenAtS: 2.25, tokens: 11 },
    ],
    7.25,
  )
  expect(rows.map(({ state }) => state)).toEqual(['prefill', 'decode', 'decode'])
  expect(rows.map(({ sinceS }) => sinceS)).toEqual([6.25, 5.25, 5.25])
  expect(rows.map(({ ttftMs }) => ttftMs)).toEqual([null, 500, 250])
  expect(rows.map(({ tokensPerS }) => tokensPerS)).toEqual([null, null, 2])
})
