import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { connectionsSurelyNeeded, requireConnections } from './connection-limits.ts'

const atOnce = (requests: number) => new Float64Array(requests)

test.each([
  ['all at once', { offsetsS: atOnce(5000), maxConcurrency: null }, 5000],
  ['all at once within a limit', { offsetsS: atOnce(5000), maxConcurrency: 64 }, 64],
  ['fewer than the limit', { offsetsS: atOnce(10), maxConcurrency: 64 }, 10],
  ['by the clock', { offsetsS: atOnce(0), maxConcurrency: 64, sendUntilS: 9 }, 64],
  [
    'on schedule, where the number is unknown',
    { offsetsS: Float64Array.of(0.1, 9), maxConcurrency: 64 },
    0,
  ],
])('%s', (_what, plan, connections) => {
  expect(connectionsSurelyNeeded(plan)).toBe(connections)
})

test.each([
  [
    10_000,
    { files: 1024, ports: null },
    'need 10128 open files, and this system allows a process 1024',
  ],
  [30_000, { files: 99_999, ports: 28_232 }, 'this machine has 28232 to connect from'],
])(
  '%i connections under %o are refused before anything is sent',
  (connections, limits, sentence) => {
    expect(() => requireConnections(connections, limits)).toThrow(sentence)
  },
)

test.each([
  [100, { files: 256, ports: 28_232 }],
  [100_000, { files: null, ports: null }],
])('%i connections under %o are not', (connections, limits) => {
  expect(() => requireConnections(connections, limits)).not.toThrow()
})

test('the limit is that of the process', () => {
  const script = `const { requireConnections } = await import('./connection-limits.ts')
    try { requireConnections(400) } catch (error) { console.log(error.message) }`
  const run = (limit: number) =>
    execFileSync(
      'sh',
      [
        ...['-c', `ulimit -n ${limit}; exec "$0" --no-warnings --input-type=module -e "$1"`],
        ...[process.execPath, script],
      ],
      { encoding: 'utf8', cwd: fileURLToPath(new URL('.', import.meta.url)) },
    )
  expect(run(500)).toContain('this system allows a process 500.')
  expect(run(1000)).toBe('')
})
