import { expect, test } from 'vitest'
import type { RequestRecord } from '#core/records/request-record.ts'
import { type CountTokens, outputTokensAsked, withOutputTokens } from './with-output-tokens.ts'

/** One token per word. */
const words: CountTokens = (texts) => Promise.resolve(texts.map((text) => text.split(' ').length))

function record(index: number, changes: Partial<RequestRecord>): RequestRecord {
  return {
    index,
    requestId: null,
    scheduledAtUs: 0,
    sentAtUs: 0,
    firstTokenAtUs: 1,
    firstAtUs: { chunk: null, content: null, reasoning: null, toolCall: null },
    endedAtUs: 2,
    interTokenLatenciesUs: new Uint32Array(),
    promptTokens: 1,
    inputs: 1,
    inputAudioS: null,
    outputTokens: null,
    generatedText: 'to be or not',
    error: null,
    ...changes,
  }
}

const counted = record(0, { outputTokens: 9 })
const uncounted = record(1, {})
const failed = record(2, {
  error: { code: 'reset', message: 'Cut off.', status: null, body: null },
})

test('only what the server left uncounted is counted, and failures never', async () => {
  const records = await withOutputTokens([counted, uncounted, failed], {
    countTokens: words,
    asked: [],
    addsReasoning: true,
  })
  expect(records).toEqual([counted, { ...uncounted, outputTokens: 4 }, failed])
})

test('what came before the client cancelled is counted, and never taken for the length asked for', async () => {
  const error = {
    code: 'client-cancelled',
    message: 'Cancelled.',
    status: null,
    body: null,
  } as const
  const cancelled = record(3, { error })
  const counting = { asked: [9, 9, 9, 9], addsReasoning: true }
  const records = await withOutputTokens([cancelled], { ...counting, countTokens: words })
  expect(records).toEqual([{ ...cancelled, outputTokens: 4 }])
  expect(await withOutputTokens([cancelled], { ...counting, countTokens: null })).toEqual([
    cancelled,
  ])
})

test('reasoning is counted from its text, and is part of an output that the server did not count', async () => {
  const reasoned = record(3, { reasoningText: 'let me see now' })
  const counted = record(4, { outputTokens: 9, reasoningText: 'hm well' })
  const broken = record(5, { ...failed, index: 5, reasoningText: 'hm' })
  const coarse = record(6, { outputTokens: 2, reasoningText: 'three words here' })
  const records = [reasoned, counted, broken, coarse]
  const parts = (reasoning: number) => ({ reasoning, isRecounted: true, cached: null })
  const ours = { countTokens: words, asked: [], addsReasoning: true }
  expect(await withOutputTokens(records, ours)).toMatchObject([
    { outputTokens: 8, tokenParts: parts(4) },
    { outputTokens: 9, tokenParts: parts(2) },
    { outputTokens: null },
    { outputTokens: 2, tokenParts: parts(2) },
  ])
  const [theirs, same] = await withOutputTokens(records, { ...ours, addsReasoning: false })
  expect(theirs).toEqual({ ...reasoned, outputTokens: 4 })
  expect(same?.tokenParts).toEqual(parts(2))
})

test('a count of 0 beside streamed text is none, as in the original', async () => {
  const zero = record(3, { outputTokens: 0 })
  const silent = record(4, { outputTokens: 0, firstTokenAtUs: null })
  const records = [zero, silent]
  const counting = { countTokens: words, asked: [], addsReasoning: true }
  expect(await withOutputTokens(records, counting)).toEqual([{ ...zero, outputTokens: 4 }, silent])
  const [one] = await withOutputTokens([zero], { ...counting, countTokens: null })
  expect(one?.outputTokens).toBeNull()
})

test('without a tokenizer, uncounted tokens stay uncounted', async () => {
  const records = [counted, uncounted]
  expect(
    await withOutputTokens(records, { countTokens: null, asked: [], addsReasoning: true }),
  ).toEqual(records)
})

test('answers that ran to their full length need no counting where the server is known to obey', async () => {
  const records = await withOutputTokens([counted, uncounted], {
    countTokens: words,
    asked: [5, 6],
    addsReasoning: true,
  })
  expect(records.map(({ outputTokens }) => outputTokens)).toEqual([9, 6])
})

test('what was asked of a server that counts is not believed', () => {
  expect(
    outputTokensAsked({ backend: 'openai', ignoreEos: true }, [{ expectedOutputTokens: 5 }]),
  ).toEqual([])
})
