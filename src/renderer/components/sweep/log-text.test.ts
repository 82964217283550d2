import { describe, expect, it } from 'vitest'
import { sweepLogKinds, type SweepLogEntry } from '#core/model/sweep/sweep-log.ts'
import { logText } from './log-text.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  [key, ...Object.values(values)].join(' ')

function textOf(kind: SweepLogEntry['kind'], values: SweepLogEntry['values'] = {}): string {
  return logText({ atEpochMs: 0, point: null, kind, values }, t, (message) => message)
}

describe('an entry of a log', () => {
  it.each(sweepLogKinds)('of the kind %s has a sentence', (kind) => {
    expect(textOf(kind)).toBe(`sweep.log.kind.${kind}`)
  })

  it.each([
    ['load-chosen', { reason: 'bisecting' }, 'sweep.log.reason.bisecting'],
    [
      'point-ended',
      { completed: 80, failed: 2, outputThroughput: 1234.5 },
      '80 2 sweep.log.output 1,235',
    ],
    ['started', { points: 0, servers: 1 }, 'sweep.log.search.started'],
    ['started', { points: 8, servers: 1 }, 'sweep.log.kind.started'],
    ['paused', { left: 0 }, 'sweep.log.search.paused'],
    ['point-ended', { status: 'skipped', completed: 58, failed: 0 }, 'sweep.log.end.skipped'],
    ['point-skipped', { reason: 'saturated' }, 'sweep.log.lighterSaturated'],
    ['server-failed', { message: 'No GPU.', remedy: 'Free one.' }, 'No GPU. Free one.'],
    ['cooling-down', { seconds: 90 }, '1:30'],
  ] as const)('%s with %j says so', (kind, values, words) => {
    expect(textOf(kind, values)).toContain(words)
  })
})
