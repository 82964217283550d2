import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64Pieces } from './imports.ts'

test('pieces put together are the file, whatever it holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      async (bytes, pieceBytes) => {
        const decoded: string[] = []
        for await (const piece of base64Pieces(new Blob([bytes]), pieceBytes)) {
          decoded.push(atob(piece))
        }
        expect(decoded.join('')).toBe(String.fromCharCode(...bytes))
      },
    ),
  )
})
