import { expect, test } from 'vitest'
import { outputTokensAsked } from '#node/experiment/with-output-tokens.ts'

const requests = [{ expectedOutputTokens: 5 }, { expectedOutputTokens: 6 }]

test('TGI counts no tokens: full length is believed where ignoring the end is demanded', () => {
  expect(outputTokensAsked({ backend: 'tgi', ignoreEos: true }, requests)).toEqual([5, 6])
  expect(outputTokensAsked({ backend: 'tgi', ignoreEos: false }, requests)).toEqual([])
})
