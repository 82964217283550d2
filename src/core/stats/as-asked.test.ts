import { describe, expect, test } from 'vitest'
import { AsAskedTally, burstOf, countsTokens } from './as-asked.ts'
import { measured } from './fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'

const content = { chunk: 0.1, content: 0.1, reasoning: null, toolCall: null }

/** `gapsMs` between its events. */
function streamed(gapsMs: readonly number[], changes: Partial<MeasuredRequest> = {}) {
  return measured({
    ttftS: 0.3,
    firstS: content,
    interTokenLatenciesUs: Uint32Array.from(gapsMs, (ms) => ms * 1000),
    outputTokens: gapsMs.length + 1,
    ...changes,
  })
}

/** `bursts` of this number of events, `everyMs` apart. */
function inBursts(bursts: number, events: number, everyMs: number): number[] {
  const burst = [everyMs, ...new Array<number>(events - 1).fill(0)]
  return Array.from({ length: bursts }, () => burst)
    .flat()
    .slice(1)
}

const steady = (count: number, ms: number) => new Array<number>(count).fill(ms)

describe('a stream that arrives in bursts', () => {
  test.each([
    ['16 KB at a time', inBursts(3, 66, 290), 1],
    ['by time', inBursts(10, 20, 100), 1],
    ['in reads that follow each other', inBursts(5, 40, 160).map((ms) => ms || 0.02), 1],
    ['of several choices', inBursts(4, 60, 200), 4],
  ])('is buffered: %s', (_, gapsMs, choices) => {
    expect(burstOf(streamed(gapsMs), choices)).not.toBeNull()
  })

  test('is buffered whole', () => {
    const whole = { ttftS: 0.9, latencyS: 0.9 }
    expect(burstOf(streamed(steady(199, 0), whole), 1)).toEqual({ events: 200, silenceMs: 900 })
  })

  test.each<[string, MeasuredRequest, number]>([
    ['a token at a time', streamed(steady(200, 4)), 1],
    ['a fast server', streamed(steady(200, 0), { ttftS: 0.002 }), 1],
    ['a fast server after a long prompt', streamed(steady(200, 0.5), { ttftS: 0.6 }), 1],
    ['few tokens at once', streamed(steady(7, 0)), 1],
    ['steps of speculative decoding', streamed(inBursts(30, 5, 40)), 1],
    ['choices of one step', streamed(inBursts(30, 16, 40)), 16],
    ['chunked prefill of others', streamed([...steady(20, 10), 300, ...steady(20, 10)]), 1],
    ['a call of a tool', streamed(steady(60, 0), { firstS: { ...content, toolCall: 0.1 } }), 1],
    ['a late client', streamed(inBursts(3, 66, 290), { readAtOnce: true }), 1],
    ['one document', streamed(steady(30, 0), { ttftS: 0 }), 1],
  ])('is not buffered: %s', (_, request, choices) => {
    expect(burstOf(request, choices)).toBeNull()
  })
})

function summaryOf(requests: readonly MeasuredRequest[], choices = 1) {
  const tally = new AsAskedTally(choices)
  for (const [place, request] of requests.entries()) tally.add(request, place)
  return tally.summary()
}

test('counts how responses differ, with an example of each', () => {
  const short = streamed(steady(7, 5), { differences: { outputTokens: 40 } })
  const other = streamed(steady(7, 5), {
    promptTokens: 30,
    differences: { promptTokens: 10, model: 'x' },
  })
  const unexplained = streamed(steady(7, 5), { differences: { unexplained: true } })
  expect(summaryOf([streamed(steady(7, 5)), short, short, other, unexplained])).toMatchObject({
    shortOutputs: {
      responses: 2,
      asked: 80,
      given: 16,
      example: { request: 1, asked: 40, given: 8 },
    },
    longPrompts: { responses: 1, asked: 10, given: 30 },
    otherModel: { responses: 1, model: 'x', request: 3 },
    unexplained: { responses: 1, request: 4 },
    ...{ events: 40, tokens: 40 },
  })
})

test('a length that the tokenizer then counted is compared with that', () => {
  const counted = streamed(steady(39, 5), { differences: { outputTokens: 40 } })
  expect(summaryOf([counted])).toEqual({ events: 40, tokens: 40 })
})

test.each([
  ['as many events as tokens', { events: 400, tokens: 400 }, true],
  ['an event for the end of each response', { events: 410, tokens: 400 }, true],
  ['several tokens per event', { events: 100, tokens: 400 }, true],
  ['more events than tokens', { events: 400, tokens: 40 }, false],
  ['no count', { events: 400, tokens: 10, uncounted: 10 }, false],
  ['no stream', undefined, true],
])('tokens are known or not: %s', (_, asAsked, isKnown) => {
  expect(countsTokens({ asAsked, completed: 10 })).toBe(isKnown)
})
