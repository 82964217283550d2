import { describe, expect, it } from 'vitest'
import type { FirstTimes } from '#core/records/request-record.ts'
import { FirstTimeValues } from './summarize-run.ts'
import { measured, refused } from './fixtures/requests.ts'

const none: FirstTimes = { chunk: null, content: null, reasoning: null, toolCall: null }

function meansMs(...requests: Parameters<typeof measured>[0][]) {
  const values = new FirstTimeValues()
  for (const request of requests) values.add(measured(request))
  const stats = values.stats([99])
  return Object.fromEntries(Object.entries(stats).map(([kind, { mean }]) => [kind, mean]))
}

describe('the times of firsts', () => {
  it('say nothing where the first chunk is the first content', () => {
    expect(meansMs({ ttftS: 0.25, firstS: { ...none, chunk: 0.25, content: 0.25 } })).toEqual({})
  })

  it('have a chunk before the first token, over all responses that had one', () => {
    const early = { ttftS: 0.25, firstS: { ...none, chunk: 0.125, content: 0.25 } }
    const plain = { ttftS: 0.375, firstS: { ...none, chunk: 0.375, content: 0.375 } }
    expect(meansMs(early, plain, { firstS: none })).toEqual({ chunk: 250 })
  })

  it('distinguish reasoning from content and tool calls, each over the responses that had it', () => {
    const thinking = { ttftS: 0.25, firstS: { ...none, chunk: 0.25, reasoning: 0.25, content: 1 } }
    const calling = { ttftS: 0.5, firstS: { ...none, chunk: 0.5, toolCall: 0.5 } }
    expect(meansMs(thinking, calling)).toEqual({ content: 1000, reasoning: 250, toolCall: 500 })
  })

  it('leave out what failed, and what came as one document', () => {
    const failed = { error: refused, firstS: { ...none, chunk: 0.1, reasoning: 0.1 } }
    expect(meansMs(failed, { ttftS: 0, firstS: none })).toEqual({})
  })
})
