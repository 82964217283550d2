// Templates rendered by Jinja 3.1 for Python with the settings of transformers, and those that are refused instead.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseChatTemplate } from './chat-template.ts'

type Fixture = Readonly<{
  context: object
  rendered: readonly (readonly [template: string, text: string])[]
  refused: readonly string[]
}>

const file = new URL('fixtures/python-templates.json', import.meta.url)
const fixture = JSON.parse(readFileSync(file, 'utf8')) as Fixture

test.each(fixture.rendered)('renders as Python: %s', (template, text) => {
  expect(parseChatTemplate(template)(fixture.context)).toBe(text)
})

/** A wrong prompt would be measured without a sign. */
test.each(fixture.refused)('is refused, never wrong: %s', (template) => {
  expect(() => parseChatTemplate(template)(fixture.context)).toThrow(/\w/)
})
