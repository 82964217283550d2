// The texts were written by `encode_messages` of vLLM 0.33.0.
import { expect, test } from 'vitest'
import { deepseekChat } from './deepseek-chat.ts'

const user = (content: string) => ({ role: 'user', content })
const talk = [
  { role: 'system', content: 'Be brief.' },
  user('One'),
  { role: 'assistant', content: '1' },
  user('Two'),
]
const before =
  '<｜begin▁of▁sentence｜>Be brief.<｜User｜>One<｜Assistant｜></think>1<｜end▁of▁sentence｜><｜User｜>Two<｜Assistant｜>'

test.each([
  [[user('Hi')], {}, '<｜begin▁of▁sentence｜><｜User｜>Hi<｜Assistant｜></think>'],
  [[user('Hi')], { thinking: true }, '<｜begin▁of▁sentence｜><｜User｜>Hi<｜Assistant｜><think>'],
  [talk, {}, `${before}</think>`],
  [talk, { enable_thinking: true }, `${before}<think>`],
])('%j with %j', (messages, variables, text) => {
  expect(deepseekChat({ messages, variables })).toBe(text)
})

test('what it cannot write is refused', () => {
  expect(() => deepseekChat({ messages: [user('Hi')], tools: [{}] })).toThrow('tools')
  expect(() => deepseekChat({ messages: [{ role: 'tool', content: '' }] })).toThrow('"tool"')
})
