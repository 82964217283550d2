import { expect, test } from 'vitest'
import { z } from 'zod'
import { expectWorkload, fixturePath, prepare, readCases } from './expected-workload.ts'

const base = { datasetName: 'timed_trace', datasetPath: fixturePath('trace.jsonl') } as const
const cases = readCases('timed-trace.json', {
  numPrompts: z.int(),
  chunkHashSize: z.int(),
  secMultiplier: z.number(),
})

test.each(cases)('blocks of $chunkHashSize tokens and times as in Python', async (expected) => {
  const workload = await prepare({
    ...base,
    numPrompts: expected.numPrompts,
    timedTraceChunkHashSize: expected.chunkHashSize,
    timedTraceSecMultiplier: expected.secMultiplier,
  })
  expectWorkload(workload, expected)
})

test('a rate takes the place of the recorded times where they are not wanted', async () => {
  const { offsetsS } = await prepare({ ...base, numPrompts: 8, selfTimed: false, requestRate: 4 })
  expect(offsetsS[0]).toBeCloseTo(0.19529510254365706, 14)
  expect(offsetsS[7]).toBe(2)
})

test('a field of another name is missed by its name', async () => {
  const preparing = prepare({ ...base, timedTraceLabelTimestamp: 'time' })
  await expect(preparing).rejects.toThrow('trace.jsonl, line 1, field "time"')
})
