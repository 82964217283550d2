import { describe, expect, test, vi } from 'vitest'
import { en } from './en/catalogue.ts'
import { message, inEnglish, textIn, type Message, type MessageId } from './message.ts'
import { storedText } from './read-back.ts'

const entries = Object.entries(en) as (readonly [MessageId, string])[]
const isReadable = ([id, template]: readonly [MessageId, string]) =>
  !/^(cli|figure|judgement|report|searches|sweepLog|tables)\./.test(id) &&
  template.replace(/\{\w+\}/g, '').replace(/[^a-z]/gi, '').length >= 4 &&
  !template.includes('|')

/** With a word in each blank that no message contains. */
function example(id: MessageId, template: string): Message {
  const names = Array.from(template.matchAll(/\{([a-z]\w*)\}/gi), ([, name = '']) => name)
  return { id, params: Object.fromEntries(names.map((name, at) => [name, `zq${at}`])) }
}

test('every message is read back', () => {
  const readable = entries.filter(isReadable)
  expect(readable.length).toBeGreaterThan(1000)
  for (const [id, template] of readable) {
    const given = example(id, template)
    const text = storedText(inEnglish(given), 'zh')
    expect(inEnglish(text), id).toBe(inEnglish(given))
    expect(textIn('zh', text), id).toBe(textIn('zh', given))
  }
})

describe('a text', () => {
  test('of several sentences is read back', () => {
    const text = storedText('There is no flag --sed. Leave it out. Connect to it again.', 'zh')
    expect(textIn('zh', text)).toBe('没有参数 --sed。请去掉它。请重新连接。')
  })

  test('within a message is read back', () => {
    const text = message('common.of', { name: 'numPrompts', text: 'must be at least 1' })
    expect(textIn('zh', storedText(text, 'zh'))).toBe('numPrompts 不能小于 1')
  })

  test.each([
    ['must be a number', '必须是数字'],
    ['must be at least 0 and below 1', '必须不小于 0 且小于 1'],
    ['The connection was reset (ECONNRESET).', '连接被重置（ECONNRESET）。'],
    [
      'No response from http://127.0.0.1:9/v1/models: nothing listens there.',
      'http://127.0.0.1:9/v1/models 没有响应：那里没有程序监听。',
    ],
    ['INFO worker: is anybody there?', 'INFO worker: is anybody there?'],
    ['something new', 'something new'],
  ])('%s', (stored, chinese) => {
    expect(textIn('zh', storedText(stored, 'zh'))).toBe(chinese)
  })
})

test('a text is matched only with templates whose literal parts it contains, so that none backtracks for long', () => {
  expect(storedText('unknown', 'zh')).toBe('unknown')
  const matched = vi.spyOn(RegExp.prototype, 'exec')
  storedText('a against nothing that a template says', 'zh')
  const templates = matched.mock.contexts.filter(
    (pattern) => pattern instanceof RegExp && pattern.source.startsWith('^'),
  )
  matched.mockRestore()
  expect(templates.length).toBeLessThan(20)
})
