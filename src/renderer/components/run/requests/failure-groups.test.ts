import { describe, expect, it } from 'vitest'
import type { RequestRow } from '#contract/views.ts'
import { failureGroups } from './failure-groups.ts'
import { exampleRow } from './request-row.test-support.ts'

function failedRow(errorMessage: string, errorBody: string | null): RequestRow {
  const none = { ttftMs: null, tpotMs: null, e2elMs: null, maxItlMs: null, outputTokens: null }
  return exampleRow({
    ...none,
    errorCode: 'http-status',
    errorMessage,
    errorText: null,
    errorStatus: 503,
    errorBody,
  })
}

describe('failed requests by reason', () => {
  it('put the most frequent first, with the server’s different words and how often each came', () => {
    const groups = failureGroups(
      [
        { code: 'reset', message: 'closed', count: 2 },
        { code: 'http-status', message: 'HTTP 503', count: 3 },
      ],
      [
        failedRow('HTTP 503', 'busy'),
        failedRow('HTTP 503', 'overloaded'),
        failedRow('HTTP 503', 'overloaded'),
        failedRow('HTTP 500', 'of another group'),
      ],
    )
    expect(groups).toEqual([
      {
        code: 'http-status',
        message: 'HTTP 503',
        count: 3,
        words: [
          { text: 'overloaded', count: 2 },
          { text: 'busy', count: 1 },
        ],
      },
      { code: 'reset', message: 'closed', count: 2, words: [] },
    ])
  })

  it('leave out what was cut off by cancelling', () => {
    const cut = { code: 'cancelled', message: 'The run was cancelled.', count: 9 } as const
    const refused = { code: 'refused', message: 'closed', count: 1 } as const
    expect(failureGroups([cut, refused], [])).toEqual([{ ...refused, words: [] }])
  })

  it('have rejections among them, and nothing that the client cancelled', () => {
    const rejected = { code: 'rejected', message: 'HTTP 429', count: 134 } as const
    const followed = { code: 'conversation-rejected', message: 'not sent', count: 2 } as const
    const cancelled = { code: 'client-cancelled', message: 'cancelled', count: 7 } as const
    const groups = failureGroups([cancelled, followed, rejected], [])
    expect(groups.map(({ code, count }) => [code, count])).toEqual([
      ['rejected', 134],
      ['conversation-rejected', 2],
    ])
  })

  it('have no words where the server sent none', () => {
    const groups = failureGroups(
      [{ code: 'http-status', message: 'HTTP 503', count: 1 }],
      [failedRow('HTTP 503', null)],
    )
    expect(groups[0]?.words).toEqual([])
  })
})
