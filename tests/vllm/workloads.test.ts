// The same command line makes the same workload as the real client: bodies, ids, lengths, order, arrival times.
import { test } from 'vitest'
import { expectSameWorkload, workloadShape } from './made-workload.ts'
import { configOf, readCases, titleOf, withFiles } from './real-client.ts'

const files = ['workloads.json', 'hub-workloads.json']
const cases = files.flatMap((file) => readCases(file, workloadShape))

test.each(cases.map((real) => ({ ...real, title: titleOf(real.args) })))(
  '$title',
  async ({ args, ...real }) => {
    await expectSameWorkload(withFiles(configOf(args)), real)
  },
)
