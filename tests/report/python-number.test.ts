// Numbers against CPython's own text for them: `vectors/python-numbers.json` holds [repr(x), '%.2f' % x].
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pythonFixed2, pythonFloatText } from '#core/base/python-number.ts'

const vectors = z
  .array(z.tuple([z.string(), z.string().nullable()]))
  .parse(JSON.parse(readFileSync(new URL('vectors/python-numbers.json', import.meta.url), 'utf8')))

test('two thousand floats read as Python writes them', () => {
  expect(vectors.length).toBeGreaterThan(2000)
  const texts = vectors.map(([repr]) => pythonFloatText(Number(repr)))
  expect(texts).toEqual(vectors.map(([repr]) => repr))
})

test('two decimals round as Python rounds them, ties to even', () => {
  const printable = vectors.filter(([, fixed]) => fixed !== null)
  expect(printable.map(([repr]) => pythonFixed2(Number(repr)))).toEqual(
    printable.map(([, fixed]) => fixed),
  )
})
