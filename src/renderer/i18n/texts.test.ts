import { describe, expect, test } from 'vitest'
import { learn, t, type TextKey, textOf, textsIn } from './i18n.ts'

type Branch = { readonly [key: string]: string | Branch }

function flatten(branch: Branch, path = ''): [key: string, text: string][] {
  return Object.entries(branch).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  )
}

/** Those that are read, not those that only choose a form. */
function valuesIn(text: string): string[] {
  const read = [...text.matchAll(/\{(\w+)(?:\}|\|[^}]*#)/g)].map(([, name = '']) => name)
  return [...new Set(read)].sort()
}

await learn('zh')
const english = flatten(textsIn('en').window)
const chinese = new Map(flatten(textsIn('zh').window))

describe('texts', () => {
  test('every text asks for the same values in every language', () => {
    const wanted = (texts: readonly [string, string][]) =>
      texts.map(([key, text]) => [key, valuesIn(text)]).sort()
    expect(wanted([...chinese])).toEqual(wanted(english))
  })

  test('no text is empty', () => {
    expect([...english, ...chinese].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('every text is filled with its values', () => {
    const values = new Proxy({}, { get: () => '2' })
    for (const [key] of english) {
      const text = textOf(key as TextKey, values)
      expect(text).not.toBe(key)
      expect(text).not.toMatch(/\{\w+[}|]/)
    }
  })

  test('a number chooses its form', () => {
    expect([1, 2].map((count) => t('form.changed', { count }))).toEqual([
      '1 field changed',
      '2 fields changed',
    ])
  })
})
