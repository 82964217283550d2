import { expect, test } from 'vitest'
import { readConversation } from './read-conversation.ts'

const turn = (said: string, answer: string | null) => ({
  said,
  answer,
  thinkS: null,
  outputTokens: null,
})

const message = (role: string, content: string) => ({ role, content })
const line = (from: string, value: string) => ({ from, value })

test.each([
  [
    'as APIs take it',
    { messages: [message('user', 'a'), message('assistant', 'b'), message('user', 'c')] },
    { opening: [], turns: [turn('a', 'b'), turn('c', null)] },
  ],
  [
    'of ShareGPT',
    { id: 'x', conversations: [line('human', 'a'), line('gpt', 'b')] },
    { opening: [], turns: [turn('a', 'b')] },
  ],
  [
    'with a system prompt, after which the model speaks first',
    { messages: [message('system', 's'), message('assistant', 'hi'), message('user', 'a')] },
    { opening: [message('system', 's')], turns: [turn('a', null)] },
  ],
  [
    'up to the first message out of turn',
    { messages: [message('user', 'a'), message('assistant', 'b'), message('tool', 'c')] },
    { opening: [], turns: [turn('a', 'b')] },
  ],
  [
    'up to two users in a row',
    { conversations: [line('human', 'a'), line('human', 'b'), line('gpt', 'c')] },
    { opening: [], turns: [turn('a', null)] },
  ],
  [
    'up to an empty answer',
    { conversations: [line('human', 'a'), line('gpt', ''), line('human', 'c')] },
    { opening: [], turns: [turn('a', null)] },
  ],
  [
    'of questions alone, as in MT-bench',
    { question_id: 1, turns: ['a', 'b'] },
    { opening: [], turns: [turn('a', null), turn('b', null)] },
  ],
  [
    'of sessions of AIPerf',
    { session_id: 's', turns: [{ text: 'a' }, { text: 'b', delay: 10 }] },
    { opening: [], turns: [turn('a', null), turn('b', null)] },
  ],
  [
    'with its system prompt beside it',
    { system: 's', query: 'c', response: 'd', history: [['a', 'b']] },
    { opening: [message('system', 's')], turns: [turn('a', 'b'), turn('c', 'd')] },
  ],
  ['as a list', [line('human', 'a'), line('gpt', 'b')], { opening: [], turns: [turn('a', 'b')] }],
  ['of texts in turn', { data: ['a', 'b'] }, { opening: [], turns: [turn('a', 'b')] }],
  [
    'in a cell',
    { conversations: '[{"role": "user", "content": "a"}]' },
    { opening: [], turns: [turn('a', null)] },
  ],
  ['without a user', { messages: [message('assistant', 'b')] }, { opening: [], turns: [] }],
  ['of nothing', { messages: [] }, { opening: [], turns: [] }],
])('a conversation is read %s', (_what, entry, conversation) => {
  expect(readConversation(entry, 'f, line 1')).toEqual(conversation)
})

test('a turn may have its own think time and answer length', () => {
  const entry = {
    messages: [
      { ...message('user', 'a'), think_s: 1.5, output_tokens: 9 },
      message('assistant', 'b'),
    ],
  }
  expect(readConversation(entry, 'f').turns).toEqual([
    { said: 'a', answer: 'b', thinkS: 1.5, outputTokens: 9 },
  ])
})

test.each([
  [{}, 'messages'],
  [{ messages: [{ role: 'user' }] }, 'messages[0].content'],
  [{ messages: [{ ...message('user', 'a'), think_s: -1 }] }, 'messages[0].think_s'],
  [{ conversations: [{ from: 'human' }] }, 'conversations[0].value'],
])('what is missing in %j is named with its place', (entry, field) => {
  expect(() => readConversation(entry, 'f, line 3')).toThrow(`f, line 3: ${field}`)
})
