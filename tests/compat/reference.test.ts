// States of the client that no release can be installed of, compared with an independent reading in Python.
import { describe, test } from 'vitest'
import { expectSameWorkload, workloadShape } from '../vllm/made-workload.ts'
import { configOf, titleOf, withFiles } from '../vllm/real-client.ts'
import { readCasesOf, inProfile } from './releases.ts'

describe.each(['vllm-0.5', 'vllm-0.7', 'vllm-0.9', '2025-10'])('%s', (compat) => {
  const cases = readCasesOf('reference.json', compat, workloadShape)

  test.each(cases.map((made) => ({ ...made, title: titleOf(made.args) })))(
    '$title',
    async ({ args, ...made }) => {
      await expectSameWorkload(withFiles(configOf(inProfile(args, compat))), made)
    },
  )
})
