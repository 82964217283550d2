import { expect, test } from 'vitest'
import { readable } from '#core/messages/readable.test-support.ts'
import type { RequestRecord } from '../../model/run/request-record.ts'
import { record, refused } from '../../stats/fixtures/requests.ts'
import { unseenTokensWarning } from './unseen-tokens-warning.ts'

const none = { chunk: null, content: null, reasoning: null, toolCall: null }
const unseen = record({ firstTokenAtUs: 100, firstAtUs: { ...none, chunk: 100 } })

test('responses without a visible token that the server counted are reported once', () => {
  const seen = record({ firstAtUs: { ...none, chunk: 100, reasoning: 100 } })
  expect(readable(unseenTokensWarning([unseen, seen, unseen]))).toEqual([
    expect.stringMatching(/^2 of 3 responses contained no token, though the server counted some/),
  ])
})

test.each<[string, RequestRecord]>([
  ['that failed', { ...unseen, error: refused }],
  ['in one piece', record({ firstTokenAtUs: null, firstAtUs: none })],
  ['with content', { ...unseen, firstAtUs: { ...none, chunk: 100, content: 200 } }],
])('nothing is said of an answer %s', (_what, answer) => {
  expect(readable(unseenTokensWarning([answer]))).toEqual([])
})
