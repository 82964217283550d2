import { expect, test } from 'vitest'
import { toyTokenizer } from '../fixtures/toy-tokenizer.ts'
import { onceEach } from './once-each.ts'

test('what comes again is answered without being asked again', async () => {
  const asked: unknown[] = []
  const { decode, encode } = onceEach({
    decode: (sequences) => {
      asked.push(...sequences)
      return toyTokenizer.decode(sequences)
    },
    encode: (texts, addSpecialTokens) => {
      asked.push(...texts)
      return toyTokenizer.encode(texts, addSpecialTokens)
    },
  })
  const lists = [[0, 1], [1], [0, 1], []].map((ids) => Uint32Array.from(ids))
  const texts = await decode(lists)
  expect(texts).toEqual(['ab', 'b', 'ab', ''])
  expect(await encode(texts, true)).toEqual(await toyTokenizer.encode(texts, true))
  expect(asked).toEqual([lists[0], lists[1], lists[3], 'ab', 'b', ''])
})
