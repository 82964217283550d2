// The same command line makes the same workload as the real client, for each dataset of the Hub.
import { test } from 'vitest'
import { expectSameWorkload, workloadShape } from '../../../../tests/vllm/made-workload.ts'
import { configOf, readCases, titleOf, withFiles } from '../../../../tests/vllm/real-client.ts'

const cases = readCases('hub-workloads.json', workloadShape)

test.each(cases.map((real) => ({ ...real, title: titleOf(real.args) })))(
  '$title',
  async ({ args, ...real }) => {
    await expectSameWorkload(withFiles(configOf(args)), real)
  },
)
