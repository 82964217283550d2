import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { speedBenchSubsets } from '#core/flags/recorded-prompts.ts'
import type { Workload } from '#node/datasets/prepare-workload.ts'
import { expectWorkload, fixturePath, prepare, readCases } from './expected-workload.ts'

const settings = {
  seed: z.int(),
  numPrompts: z.int(),
  category: z.string().nullable(),
  outputLen: z.int(),
  requestRate: z.number(),
}

function expectNumbered({ requests }: Workload): void {
  const ids = requests.map(({ requestId }) => requestId)
  expect(ids).toEqual(requests.map((_, index) => `b-${index}`))
}

describe('spec_bench', () => {
  const base = { datasetName: 'spec_bench', datasetPath: fixturePath('question.jsonl') } as const

  test.each(readCases('spec-bench.json', settings))(
    'seed $seed, category $category: the order of seed 0, as in Python',
    async (expected) => {
      const { seed, numPrompts, requestRate, outputLen, category } = expected
      const workload = await prepare({
        ...base,
        ...{ seed, numPrompts, requestRate },
        specBenchOutputLen: outputLen,
        specBenchCategory: category,
      })
      expectWorkload(workload, expected)
      expectNumbered(workload)
    },
  )

  test('an unknown category is refused', async () => {
    const preparing = prepare({ ...base, specBenchCategory: 'Math' })
    await expect(preparing).rejects.toThrow('no question of category Math')
  })
})

describe('speed_bench', () => {
  const base = { datasetName: 'speed_bench', datasetPath: fixturePath('speed') } as const
  const cases = readCases('speed-bench.json', {
    ...settings,
    subset: z.enum(speedBenchSubsets),
    template: z.boolean(),
  })

  test.each(cases)('$subset, category $category: as in Python', async (expected) => {
    const { seed, numPrompts, requestRate } = expected
    const workload = await prepare({
      ...base,
      ...{ seed, numPrompts, requestRate },
      speedBenchDatasetSubset: expected.subset,
      speedBenchOutputLen: expected.outputLen,
      speedBenchCategory: expected.category,
      skipChatTemplate: !expected.template,
    })
    expectWorkload(workload, expected)
    expectNumbered(workload)
  })

  test('a subset that is not there is named', async () => {
    const preparing = prepare({ ...base, speedBenchDatasetSubset: 'throughput_32k' })
    await expect(preparing).rejects.toThrow('throughput_32k.jsonl')
  })
})
