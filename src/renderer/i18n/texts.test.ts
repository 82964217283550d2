import { describe, expect, test } from 'vitest'
import { i18n } from './i18n.ts'
import { texts } from './texts.ts'

type Branch = { readonly [key: string]: string | Branch }

function flatten(branch: Branch, path = ''): [key: string, text: string][] {
  return Object.entries(branch).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  )
}

function valuesIn(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].sort()
}

const english = flatten(texts.en)
const chinese = new Map(flatten(texts.zh))

describe('texts', () => {
  test.each(english)('%s asks for the same values in every language', (key, text) => {
    expect(valuesIn(chinese.get(key) ?? '')).toEqual(valuesIn(text))
  })

  test('no text is empty', () => {
    expect([...english, ...chinese].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('every text can be spoken', () => {
    for (const [key] of english) {
      expect(() => i18n.global.t(key, { count: 2 })).not.toThrow()
    }
  })
})
