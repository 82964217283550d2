import { expect, test } from 'vitest'
import { countingOf027, countingOf2024, type AnswerCounting } from '../compat/counting.ts'
import { createAnswerReading } from './answer-reading.ts'
import { decodeUtf8, encodeUtf8 } from './utf8.test-support.ts'

/** Each message comes 10 µs after the one before. */
function read(messages: readonly (object | string)[], counting?: AnswerCounting) {
  const reading = createAnswerReading('chat', {
    decode: decodeUtf8,
    keepText: true,
    later: () => undefined,
    counting,
  })
  const reader = reading.begin()
  let tokens = 0
  messages.forEach((message, index) => {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    const bytes = encodeUtf8(`data: ${text}\n\n`)
    tokens += reader.read(bytes, 0, bytes.length, (index + 1) * 10)
  })
  tokens += reader.end()
  const { complete, empty, fault, usage, text, lastOutputAtUs: endedAtUs } = reader
  return { tokens, complete, empty, fault: fault?.code ?? null, usage, text, endedAtUs }
}

const delta = (content: object) => ({ choices: [{ delta: content }] })
const usage = { choices: [], usage: { prompt_tokens: 7, completion_tokens: 1 } }
const answer = [
  delta({ role: 'assistant', content: '' }),
  delta({ content: ' word' }),
  { choices: [{ delta: {}, finish_reason: 'stop' }] },
  usage,
  '[DONE]',
]

test('a role and an end are tokens to an earlier client, and the counts end the answer', () => {
  expect(read(answer)).toMatchObject({ tokens: 1, endedAtUs: 20 })
  expect(read(answer, countingOf027.chat)).toMatchObject({
    tokens: 3,
    endedAtUs: 40,
    text: ' word',
    usage: { promptTokens: 7, completionTokens: 1 },
  })
})

test('in 2024 only text was a token, usage was ignored, and [DONE] ended the response', () => {
  const reported = { tokens: 1, endedAtUs: 50, usage: null, text: ' word' }
  expect(read(answer, countingOf2024.chat)).toMatchObject(reported)
})

test('what is a failure to us was none to them', () => {
  const broken = [delta({ content: ' word' }), { error: { message: 'out of memory' } }]
  expect(read(broken)).toMatchObject({ fault: 'server-error-event' })
  expect(read(broken, countingOf027.chat)).toMatchObject({ fault: null, complete: true, tokens: 1 })
  expect(read([usage, '[DONE]'])).toMatchObject({ empty: true })
  expect(read([usage, '[DONE]'], countingOf027.chat)).toMatchObject({ empty: false })
  expect(read([usage, '[DONE]'], countingOf027.completions)).toMatchObject({ empty: true })
})

test('our own count of the prompt stands where theirs did', () => {
  const counting = { ...countingOf027.chat, promptTokens: 'client' as const }
  expect(read(answer, counting).usage).toEqual({ promptTokens: null, completionTokens: 1 })
})

test('reasoning beside the completion is no output, as in the original', () => {
  const counted = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 15, reasoning_tokens: 7 }
  const sent = [delta({ content: 'w' }), { choices: [], usage: counted }, '[DONE]']
  expect(read(sent).usage?.completionTokens).toBe(10)
  expect(read(sent, countingOf027.chat).usage?.completionTokens).toBe(3)
})
