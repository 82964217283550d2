import { expect, test } from 'vitest'
import { generatedRun as run } from '#core/stats/fixtures/generated-run.ts'
import { steadySpanOf } from './steady-span.ts'

test('a run at a load that its server carries has a steady span', () => {
  const span = steadySpanOf(run({ rate: 10, requests: 2000 }))
  expect(span?.endS).toBeGreaterThan(span?.startS ?? Infinity)
})

test.each([
  ['in the server', run({ rate: 20, served: 10 })],
  ['slowly', run({ rate: 10.4, served: 10, requests: 4000 })],
  ['in the client', run({ rate: 15, limit: 3 })],
])('one whose requests pile up %s has none', (_, subject) => {
  expect(steadySpanOf(subject)).toBeNull()
})
