import { expect, test } from 'vitest'
import { z } from 'zod'
import { expectWorkload, prepare, readCases } from './expected-workload.ts'

const cases = readCases('prefix-repetition.json', {
  seed: z.int(),
  numPrompts: z.int(),
  prefixLen: z.int(),
  suffixLen: z.int(),
  numPrefixes: z.int(),
  outputLen: z.int(),
  requestRate: z.number(),
  burstiness: z.number(),
})

test.each(cases)('seed $seed gives the prompts and arrivals of Python', async (expected) => {
  const { seed, numPrompts, requestRate, burstiness } = expected
  const workload = await prepare({
    datasetName: 'prefix_repetition',
    ...{ seed, numPrompts, requestRate, burstiness },
    prefixRepetitionPrefixLen: expected.prefixLen,
    prefixRepetitionSuffixLen: expected.suffixLen,
    prefixRepetitionNumPrefixes: expected.numPrefixes,
    prefixRepetitionOutputLen: expected.outputLen,
  })
  expectWorkload(workload, expected)
})

test('the output length for any dataset wins', async () => {
  const { requests } = await prepare({
    datasetName: 'prefix_repetition',
    numPrompts: 10,
    prefixRepetitionPrefixLen: 4,
    outputLen: 3,
  })
  expect(requests.map(({ expectedOutputTokens }) => expectedOutputTokens)).toEqual(
    new Array<number>(10).fill(3),
  )
})
