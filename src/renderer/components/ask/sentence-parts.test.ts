import { expect, test } from 'vitest'
import { languages } from '#core/messages/languages.ts'
import { filled } from '#core/messages/template.ts'
import { questions } from '../../drafts/questions.ts'
import { learn, textsIn } from '../../i18n/i18n.ts'
import { sentenceParts } from './sentence-parts.ts'

function partsOf(template: string) {
  return sentenceParts((values) => filled(template, (name) => values[name] ?? ''))
}

test('words and blanks keep the order of the sentence, punctuation stays with its blank', () => {
  const parts = partsOf('What happens at {load}, on {server}?')
  expect(parts.map(({ text, blank }) => [blank, text])).toEqual([
    [null, 'What happens at '],
    ['load', ','],
    [null, ' on '],
    ['server', '?'],
  ])
})

test.each(languages)(
  'every sentence in %s has a blank for each of its values',
  async (language) => {
    await learn(language)
    for (const question of questions) {
      const template = textsIn(language).window.ask.sentence[question]
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const blanks = partsOf(template).flatMap(({ blank }) => blank ?? [])
      expect(blanks).toEqual(names)
      expect(new Set(blanks).size).toBe(blanks.length)
    }
  },
)
