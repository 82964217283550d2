// The same command line makes the same workload as the real client, images and videos included.
import { test } from 'vitest'
import { expectSameWorkload, workloadShape } from '../../../../tests/vllm/made-workload.ts'
import { configOf, readCases, titleOf, withFiles } from '../../../../tests/vllm/real-client.ts'

const files = ['media-workloads.json', 'custom-media-workloads.json']
const cases = files.flatMap((file) => readCases(file, workloadShape))

test.each(cases.map((real) => ({ ...real, title: titleOf(real.args) })))(
  '$title',
  async ({ args, ...real }) => {
    await expectSameWorkload(withFiles(configOf(args)), real)
  },
)
