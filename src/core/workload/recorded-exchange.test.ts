import { expect, test } from 'vitest'
import { isRecorded, promptText, ResponseTokens } from './recorded-exchange.ts'

test.each([
  ['POST', '/v1/chat/completions', true],
  ['POST', '/prefix/v1/messages', true],
  ['GET', '/v1/chat/completions', false],
  ['POST', '/v1/embeddings', false],
])('%s %s: %s', (method, path, recorded) => {
  expect(isRecorded(method, path)).toBe(recorded)
})

test('a conversation that goes on begins with the text of its first turn', () => {
  const turn = { role: 'user', content: 'What is a knee?' }
  const first = promptText(JSON.stringify({ messages: [turn], temperature: 1 }))
  const second = promptText(
    JSON.stringify({ messages: [turn, { role: 'assistant', content: 'A point.' }] }),
  )
  expect(second?.startsWith(first ?? 'none')).toBe(true)
})

test('the text is what the messages say, whether in one piece or in parts', () => {
  const parts = [{ type: 'text', text: 'Say "knee".' }]
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: parts },
  ]
  expect(promptText(JSON.stringify({ messages }))).toBe('Be brief.\nSay "knee".')
})

test('tools and system prompts come before what is asked', () => {
  const text = promptText(JSON.stringify({ messages: 'question', system: 'rules', tools: 'tool' }))
  expect(text).toBe('tool\nrules\nquestion')
})

test.each(['', 'no JSON', '[1]', '{"model":"sim"}'])('%s has no prompt', (body) => {
  expect(promptText(body)).toBeNull()
})

function tokensOf(...events: readonly object[]) {
  const tokens = new ResponseTokens()
  for (const event of events) tokens.take(JSON.stringify(event))
  return tokens.tokens
}

test.each([
  {
    what: 'a chat in one piece',
    events: [{ choices: [{}], usage: { prompt_tokens: 12, completion_tokens: 7 } }],
    expected: { promptTokens: 12, outputTokens: 7 },
  },
  {
    what: 'a stream that ends with its usage',
    events: [
      { choices: [{}], usage: null },
      { choices: [{}] },
      { choices: [], usage: { prompt_tokens: 12, completion_tokens: 9 } },
    ],
    expected: { promptTokens: 12, outputTokens: 9 },
  },
  {
    what: 'a stream without usage',
    events: [{ choices: [{}] }, { choices: [{}] }],
    expected: { promptTokens: null, outputTokens: 2 },
  },
  {
    what: 'a message, whose cached tokens are counted apart',
    events: [
      {
        type: 'message_start',
        message: { usage: { input_tokens: 5, cache_read_input_tokens: 100, output_tokens: 1 } },
      },
      { type: 'content_block_delta' },
      { type: 'message_delta', usage: { output_tokens: 30 } },
    ],
    expected: { promptTokens: 105, outputTokens: 30 },
  },
  {
    what: 'a response',
    events: [
      { type: 'response.output_text.delta' },
      { type: 'response.completed', response: { usage: { input_tokens: 4, output_tokens: 6 } } },
    ],
    expected: { promptTokens: 4, outputTokens: 6 },
  },
  {
    what: 'an error',
    events: [{ error: 'no' }],
    expected: { promptTokens: null, outputTokens: null },
  },
  {
    what: 'an absurd count',
    events: [{ usage: { prompt_tokens: 1e300, completion_tokens: 3 } }],
    expected: { promptTokens: null, outputTokens: null },
  },
])('tokens of $what', ({ events, expected }) => {
  expect(tokensOf(...events)).toEqual(expected)
})
