import { expect, test } from 'vitest'
import { z } from 'zod'
import { expectWorkload, fixturePath, prepare, readCases } from './expected-workload.ts'

const datasetName = 'burstgpt'
const datasetPath = fixturePath('burst.csv')
const cases = readCases('burstgpt.json', {
  seed: z.int(),
  numPrompts: z.int(),
  requestRate: z.number(),
})

test.each(cases)('$numPrompts of the rows pandas keeps, as pandas draws them', async (expected) => {
  const { seed, numPrompts, requestRate } = expected
  const workload = await prepare({ datasetName, datasetPath, seed, numPrompts, requestRate })
  expectWorkload(workload, expected)
})

test('a file without rows to use is refused by name', async () => {
  const poem = fixturePath('poem.txt')
  await expect(prepare({ datasetName, datasetPath: poem })).rejects.toThrow('poem.txt, line 2')
})
