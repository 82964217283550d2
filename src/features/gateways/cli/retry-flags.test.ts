import { expect, test } from 'vitest'
import { parseBenchServe } from '#cli/arguments/parse-bench-serve.ts'

test('statuses to retry are numbers', () => {
  expect(() => parseBenchServe(['--retry-status', '429,many'])).toThrow(
    '--retry-status takes HTTP statuses separated by commas, as in 429,503, not "many" in "429,many".',
  )
})
