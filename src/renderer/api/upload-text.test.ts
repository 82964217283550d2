import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textPieces } from './upload-text.ts'

test('pieces put together are the file, whatever characters their borders fall into', async () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (text, bytes) => {
      const pieces: string[] = []
      for await (const piece of textPieces(new Blob([text]), bytes)) pieces.push(piece)
      expect(pieces.join('')).toBe(text)
      expect(() => pieces.map(encodeURIComponent)).not.toThrow()
    }),
  )
})
