// Killed at two moments with every change, at more by night, at fifty in `npm run soak`.
import { expect, test } from 'vitest'
import { complaint, kill, type VictimName } from './killed-run.ts'

const moments: readonly (readonly [VictimName, afterMs: number, tags: string[]])[] = [
  ['the command line', -700, ['nightly']],
  ['the command line', 0, ['nightly']],
  ['the command line', 1700, []],
  ['the application', 40, ['nightly']],
  ['the application', 1900, []],
]

for (const [name, afterMs, tags] of moments) {
  const title = `${name}, killed after ${afterMs} ms, has lost no more than a second, and the next start says so`
  test(title, { tags, timeout: 60_000 }, async () => {
    const remains = await kill(name, afterMs)
    expect(complaint(remains)).toBeNull()
    if (afterMs > 1000) expect(remains.records).toBeGreaterThan(0)
  })
}
