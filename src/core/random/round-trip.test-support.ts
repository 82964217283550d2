import fc from 'fast-check'
import { expect } from 'vitest'

/** Checks that random values are unchanged after writing and reading. */
export function expectRoundTrip<Value>(
  values: fc.Arbitrary<Value>,
  writeAndRead: (value: Value) => unknown,
): void {
  fc.assert(
    fc.property(values, (value) => {
      expect(writeAndRead(value)).toEqual(value)
    }),
  )
}
