// The same command line makes the same workload as the real client: bodies, ids, lengths, order, arrival times.
import { test } from 'vitest'
import { expectSameWorkload, workloadShape } from './made-workload.ts'
import { configOf, readCases, titleOf, withFiles } from './real-client.ts'

const cases = readCases('workloads.json', workloadShape)

test.each(cases.map((real) => ({ ...real, title: titleOf(real.args) })))(
  '$title',
  async ({ args, ...real }) => {
    await expectSameWorkload(withFiles(configOf(args)), real)
  },
)
