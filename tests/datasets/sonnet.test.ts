import { expect, test } from 'vitest'
import { z } from 'zod'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { expectWorkload, fixturePath, prepare, readCases } from './expected-workload.ts'

const cases = readCases('sonnet.json', {
  seed: z.int(),
  numPrompts: z.int(),
  inputLen: z.int(),
  outputLen: z.int(),
  prefixLen: z.int(),
  requestRate: z.number(),
})

function asked(expected: (typeof cases)[number]): Partial<BenchmarkConfig> {
  const { seed, numPrompts, requestRate } = expected
  return {
    datasetName: 'sonnet',
    datasetPath: fixturePath('poem.txt'),
    ...{ seed, numPrompts, requestRate },
    sonnetInputLen: expected.inputLen,
    sonnetOutputLen: expected.outputLen,
    sonnetPrefixLen: expected.prefixLen,
  }
}

test.each(cases)('seed $seed gives the prompts and arrivals of Python', async (expected) => {
  expectWorkload(await prepare({ ...asked(expected), backend: 'openai-chat' }), expected)
})

test.each(cases)('seed $seed sends completions in the chat template', async (expected) => {
  const { requests } = await prepare(asked(expected))
  expect(requests.map(({ prompt }) => prompt)).toEqual(
    expected.requests.map(([prompt]) => `<s><|user|>\n${String(prompt)}</s>\n<|assistant|>\n`),
  )
})

test('a poem of the program’s own stands in where none is given', async () => {
  const { requests } = await prepare({ datasetName: 'sonnet', numPrompts: 2 })
  expect(requests[0]?.prompt).toContain('From fairest creatures we desire increase,\n')
})
