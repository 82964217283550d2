// The same command line makes the same workload as the real client, images and videos included.
import { test } from 'vitest'
import { backendTraits } from '#core/backends/backend-traits.ts'
import { expectSameWorkload, workloadShape } from '../../../../tests/vllm/made-workload.ts'
import { configOf, readCases, titleOf, withFiles } from '../../../../tests/vllm/real-client.ts'

const files = ['media-workloads.json', 'custom-media-workloads.json']
/** Some are sent to APIs of other features. */
const isOurs = (arg: string, flag?: string) => flag !== '--backend' || arg in backendTraits
const cases = files
  .flatMap((file) => readCases(file, workloadShape))
  .filter(({ args }) => args.every((arg, at) => isOurs(arg, args[at - 1])))

test.each(cases.map((real) => ({ ...real, title: titleOf(real.args) })))(
  '$title',
  async ({ args, ...real }) => {
    await expectSameWorkload(withFiles(configOf(args)), real)
  },
)
