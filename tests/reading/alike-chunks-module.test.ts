import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alikeChunksFile, alikeChunksSource } from '../../scripts/alike-chunks/compile.ts'

test('the module is what its text compiles to; if not: node scripts/make-alike-chunks.ts', async () => {
  expect(readFileSync(alikeChunksFile, 'utf8')).toBe(await alikeChunksSource())
})
