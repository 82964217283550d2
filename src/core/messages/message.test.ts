import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { languageRecords } from './language-records.ts'
import { inEnglish, mapTexts, message, MessageError, textIn, textOf } from './message.ts'
import { filled } from './template.ts'
import { storedMessageSchema, textSchema } from './text-schema.ts'

const unreachable = message('hosts.unreachable', {
  host: 'gpu-03',
  why: message('hosts.noAnswerWithin', { seconds: 20 }),
})

test('a message contains messages, in each language', () => {
  expect(inEnglish(unreachable)).toBe('gpu-03 cannot be reached over SSH: no answer within 20 s.')
  expect(textIn('zh', unreachable)).toBe('无法通过 SSH 连接 gpu-03：20 秒内没有响应。')
})

test('a text that is not ours stays as it is', () => {
  expect(textIn('zh', 'ECONNREFUSED')).toBe('ECONNREFUSED')
})

test('no space is left between two Chinese characters', () => {
  const broke = message('hosts.connectionBroke', { host: message('hosts.thisComputer') })
  expect(textIn('zh', broke)).toBe('与本机的连接中断。')
})

test.each([
  ['0', '0 requests'],
  ['1', '1 request'],
  ['2', '2 requests'],
])('a form is chosen by a number: %s', (count, text) => {
  expect(filled('{count|# request|# requests}', () => count)).toBe(text)
})

test('braces of JSON are no parameters', () => {
  const template = 'Rows are {"prompt": "…"}: {problem}.'
  expect(filled(template, (name) => name)).toBe('Rows are {"prompt": "…"}: problem.')
})

test('an error states a message, and its English text to logs', () => {
  const error = new MessageError(unreachable)
  expect(error.message).toBe(inEnglish(unreachable))
  expect(textOf(error)).toBe(unreachable)
  expect(textOf(new Error('EIO'))).toBe('EIO')
  expect(textOf(new RangeError())).toBe('RangeError')
  const schema = z.object({ config: z.object({ pattern: z.string() }) })
  expect(textOf(schema.safeParse({ config: {} }).error)).toMatch(/^config\.pattern: \S/)
})

test('every text in a message can be changed', () => {
  const changed = mapTexts(unreachable, (text) => text.replace('gpu-03', '***'))
  expect(inEnglish(changed)).toMatch(/^\*\*\* cannot be reached over SSH: no answer/)
})

describe('as data', () => {
  test('a message is read back', () => {
    expect(textSchema.parse(JSON.parse(JSON.stringify(unreachable)))).toEqual(unreachable)
  })

  test('an unknown id is refused', () => {
    const unknown = { id: 'hosts.none', params: {} }
    expect(textSchema.safeParse(unknown).success).toBe(false)
    expect(storedMessageSchema.parse(unknown)).toBeUndefined()
  })
})

test('every message has the same parameters in Chinese, and no space between characters', () => {
  const chinese: Readonly<Record<string, string>> = languageRecords.zh.catalogue
  const english = Object.entries(languageRecords.en.catalogue)
  expect(english.length).toBeGreaterThan(2000)
  const parameters = ([id, text]: readonly [string, string]) => [id, parametersOf(text)]
  expect(english.map(([id]) => parameters([id, chinese[id] ?? '']))).toEqual(
    english.map(parameters),
  )
  expect(Object.entries(chinese).filter(([, text]) => hasSpaceWithin(text))).toEqual([])
})

function hasSpaceWithin(chinese: string): boolean {
  return /\p{Script=Han} \p{Script=Han}/u.test(chinese)
}

function parametersOf(template: string): string[] {
  return [
    ...new Set(Array.from(template.matchAll(/\{([a-z]\w*)[|}]/gi), ([, name = '']) => name)),
  ].sort()
}
