import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { mostTokens, orText, plainNumber, plainTokens, tokenLength } from './dataset-entry.ts'

const values = fc.oneof(
  fc.anything(),
  fc.double(),
  fc.integer({ min: -2, max: mostTokens + 2 }),
  fc.double().map(String),
  fc.integer().map((number) => ` ${number.toLocaleString('en')} `),
  fc.constantFrom('', ' ', 'inf', '−1', '1,5', '1e3', '0x10', '007', null, undefined),
)

test.each([
  ['number', plainNumber, orText(z.number())],
  ['number of tokens', (value: unknown) => plainTokens(value, 1), tokenLength],
])('a plain %s is what the schema reads', (_, plain, schema) => {
  fc.assert(
    fc.property(values, (value) => {
      const { data = null } = schema.safeParse(value)
      expect(plain(value)).toBe(data)
    }),
  )
})
