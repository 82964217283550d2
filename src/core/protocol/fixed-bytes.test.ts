import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FixedBytes, viewOf } from './event-template.ts'

/** Among them the bytes of zeros, of what is no number, and of numbers next to it. */
const byte = fc.oneof(fc.constantFrom(0, 0x80, 0x7f, 0xf0, 0xf8, 0xff), fc.nat(255))
const some = fc.uint8Array({ maxLength: 40 })
const tellingly = fc.array(byte, { maxLength: 40 }).map((bytes) => Uint8Array.from(bytes))

test('are found where the very same bytes are, and nowhere else', () => {
  fc.assert(
    fc.property(
      tellingly,
      some,
      fc.nat(7),
      fc.nat(39),
      byte,
      (expected, around, at, place, other) => {
        const bytes = Uint8Array.of(...around.subarray(0, at), ...expected, ...around)
        const start = Math.min(at, around.length)
        const fixed = new FixedBytes(expected)
        const end = start + expected.length
        expect(fixed.endIn(viewOf(bytes), start, bytes.length)).toBe(end)
        expect(fixed.endIn(viewOf(bytes), start, end)).toBe(end)
        if (expected.length === 0) return
        expect(fixed.endIn(viewOf(bytes), start, end - 1)).toBe(-1)
        const changed = bytes.slice()
        const changedAt = start + (place % expected.length)
        changed[changedAt] = other
        const isSame = other === bytes[changedAt]
        expect(fixed.endIn(viewOf(changed), start, bytes.length)).toBe(isSame ? end : -1)
      },
    ),
    { numRuns: 2000 },
  )
})
