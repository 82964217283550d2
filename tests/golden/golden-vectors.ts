// Reads vectors made by CPython and numpy, and compares floats with them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { z } from 'zod'

const folder = process.env['KNEEPOINT_GOLDEN'] ?? join(import.meta.dirname, 'vectors')
const relativeTolerance = 1e-12

export function readVectors<Schema extends z.ZodType>(
  fileName: string,
  schema: Schema,
): z.infer<Schema> {
  return schema.parse(JSON.parse(readFileSync(join(folder, fileName), 'utf8')))
}

export function expectClose(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length)
  const apart = expected
    .map((wanted, index) => ({ index, wanted, got: actual[index] ?? NaN }))
    .filter(({ wanted, got }) => !(Math.abs(got - wanted) <= relativeTolerance * Math.abs(wanted)))
  expect(apart).toEqual([])
}
