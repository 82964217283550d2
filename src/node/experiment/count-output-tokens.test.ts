import { expect, test } from 'vitest'
import { countOutputTokens } from './prepare-run.ts'
import { loadFileTokenizer } from '#node/tokenizer/file-tokenizer.ts'
import { tinyFile } from '#node/tokenizer/fixtures/tiny-tokenizer.ts'

test('answers are counted without the tokens an encode adds', async () => {
  const tokenizer = await loadFileTokenizer(tinyFile)
  const texts = ['', ...Array.from({ length: 600 }, () => 'a')]
  expect(await countOutputTokens(tokenizer, texts)).toEqual([0, ...new Array<number>(600).fill(1)])
})
