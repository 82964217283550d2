// Killed at a few moments with every change, at fifty in `npm run soak`.
import { expect, test } from 'vitest'
import { complaint, kill, type VictimName } from './killed-run.ts'

const moments: readonly (readonly [VictimName, afterMs: number])[] = [
  ['the command line', -700],
  ['the command line', 0],
  ['the command line', 1700],
  ['the application', 40],
  ['the application', 1900],
]

test.each(moments)(
  '%s, killed after %i ms, has lost no more than a second, and the next start says so',
  async (name, afterMs) => {
    const remains = await kill(name, afterMs)
    expect(complaint(remains)).toBeNull()
    if (afterMs > 1000) expect(remains.records).toBeGreaterThan(0)
  },
  60_000,
)
