import { expect, test } from 'vitest'
import { readable } from '#core/messages/readable.test-support.ts'
import { originNote } from './origin-note.ts'

const origin = { hostName: 'gpu-03', nodeVersion: 'v24.1.0', clockUncertaintyMs: 0.42 }

test.each([
  [undefined, []],
  [
    { ...origin, clockOffsetMs: 12.34 },
    ['Sent from gpu-03 (Node v24.1.0; its clock is 12.3 ms ahead of ours, ± 0.4 ms).'],
  ],
  [
    { ...origin, clockOffsetMs: -1500 },
    ['Sent from gpu-03 (Node v24.1.0; its clock is 1500.0 ms behind ours, ± 0.4 ms).'],
  ],
])('of %j', (from, lines) => {
  expect(readable(originNote({ origin: from }))).toEqual(lines)
})
