// The window explains terms as docs/glossary.md does.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { terms } from '../../src/core/messages/en/window/terms.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8')
const rows = [...page.matchAll(/^\| \*\*(.+?)\*\* +\| (.+?) +\|$/gm)].map(
  ([, name = '', meaning = '']) => ({ name, meaning: meaning.replaceAll(/[`_]/g, '') }),
)

test.each(Object.values(terms))('$name has the meaning of the glossary', ({ name, meaning }) => {
  expect(rows).toContainEqual({ name, meaning })
})
