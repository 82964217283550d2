// The formulas of responses that reason, one case per row; docs/measuring/requests.md explains them.
import { describe, expect, test } from 'vitest'
import type { FirstTimes } from '#core/records/request-record.ts'
import { measured, refused } from './fixtures/requests.ts'
import {
  answerTpotS,
  endedReasoning,
  type MeasuredRequest,
  reasoningTimeS,
  ttfoS,
} from '#core/records/measured-request.ts'
import { isGood } from './run-totals.ts'
import { summarizeRun } from './summarize-run.ts'

const none: FirstTimes = { chunk: null, content: null, reasoning: null, toolCall: null }

/** Sent at 0; reasons from 0.25 s, answers from 1 s, ends at 2 s; 11 of its 21 tokens are the answer. */
function reasoner(changes: Partial<MeasuredRequest> = {}): MeasuredRequest {
  return measured({
    ttftS: 0.25,
    firstS: { ...none, chunk: 0.25, reasoning: 0.25, content: 1 },
    latencyS: 2,
    outputTokens: 21,
    reasoningTokens: 10,
    ...changes,
  })
}

describe('a response', () => {
  test.each<[string, Partial<MeasuredRequest>, (number | null)[]]>([
    ['that reasons and answers', {}, [1, 0.75, 0.1]],
    [
      'that does not reason',
      { firstS: { ...none, content: 0.25 }, reasoningTokens: 0 },
      [null, null, null],
    ],
    [
      'whose answer is a tool call',
      { firstS: { ...none, reasoning: 0.5, toolCall: 1 } },
      [1, 0.5, 0.1],
    ],
    [
      'whose tool call comes before its text',
      { firstS: { ...none, reasoning: 0.5, toolCall: 1, content: 1.5 } },
      [1, 0.5, 0.1],
    ],
    ['that ended before an answer', { firstS: { ...none, reasoning: 0.5 } }, [null, null, null]],
    [
      'that says something before it reasons',
      { firstS: { ...none, content: 0.25, reasoning: 0.5 } },
      [null, null, null],
    ],
    [
      'whose reasoning is counted but not shown',
      { firstS: { ...none, content: 1 } },
      [1, null, 0.1],
    ],
    ['whose reasoning nothing counted', { reasoningTokens: undefined }, [1, 0.75, null]],
    ['with one token of answer', { reasoningTokens: 20 }, [1, 0.75, null]],
    [
      'whose answer shares a read with its reasoning',
      { firstS: { ...none, reasoning: 1, content: 1 } },
      [1, 0, 0.1],
    ],
  ])('%s', (_, changes, [ttfo, reasoning, tpot]) => {
    const request = reasoner(changes)
    expect(ttfoS(request)).toBe(ttfo)
    expect(reasoningTimeS(request)).toBe(reasoning)
    expect(answerTpotS(request)).toBe(tpot)
  })

  test('without an answer meets no limit on one', () => {
    const silent = reasoner({ firstS: { ...none, reasoning: 0.25 } })
    expect(endedReasoning(silent)).toBe(true)
    expect(isGood(silent, { ttft: 500 })).toBe(true)
    expect(isGood(silent, { ttfo: 5000 })).toBe(false)
    expect(isGood(reasoner(), { ttfo: 1000, answer_tpot: 100 })).toBe(true)
    expect(isGood(reasoner(), { ttfo: 999 })).toBe(false)
    expect(isGood(measured(), { ttfo: 1 })).toBe(true)
  })
})

describe('the tokens of a run', () => {
  const plain = measured({ outputTokens: 9, reasoningTokens: 0, cachedTokens: 0, promptTokens: 10 })
  const cached = reasoner({ cachedTokens: 4, promptTokens: 10 })

  test.each<[string, MeasuredRequest[], object]>([
    [
      'are shared out over all of its output and prompts',
      [plain, cached],
      {
        totalReasoningTokens: 10,
        reasoningShare: 10 / 30,
        unanswered: 0,
        totalCachedTokens: 4,
        cachedShare: 0.2,
      },
    ],
    [
      'are not known in part',
      [cached, reasoner({ reasoningTokens: undefined })],
      { totalReasoningTokens: null, reasoningShare: null, unanswered: 0 },
    ],
    [
      'say nothing of reasoning where nothing reasons',
      [plain],
      { totalReasoningTokens: null, reasoningShare: null, unanswered: null, cachedShare: 0 },
    ],
    [
      'count neither failures nor what the server keeps to itself',
      [reasoner(), reasoner({ error: refused })],
      { totalReasoningTokens: 10, totalCachedTokens: null, cachedShare: null },
    ],
    [
      'include responses without an answer',
      [reasoner({ firstS: { ...none, reasoning: 1 }, reasoningTokens: 21, isRecounted: true })],
      { totalReasoningTokens: 21, reasoningShare: 1, unanswered: 1, reasoningRecounted: 1 },
    ],
  ])('%s', (_, requests, expected) => {
    const summary = summarizeRun(requests, {
      durationS: 10,
      percentiles: [99],
      goodputLimitsMs: {},
      client: null,
    })
    expect(summary).toMatchObject(expected)
  })
})
