import fc from 'fast-check'
import { expect } from 'vitest'

/** Any of the values is the same after it was written and read back. */
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
