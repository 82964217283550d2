// In its compatibility profile, a command line makes the same workload as the client of that release.
import { describe, onTestFinished, test, vi } from 'vitest'
import { expectSameWorkload, workloadShape } from '../vllm/made-workload.ts'
import { configOf, titleOf, withFiles } from '../vllm/real-client.ts'
import { inProfile, readCasesOf, releases } from './releases.ts'

describe.each(releases)('vLLM $release', ({ release, compat }) => {
  const cases = readCasesOf(`vllm-${release}.json`, 'workloads', workloadShape)

  test.each(cases.map((real) => ({ ...real, title: titleOf(real.args) })))(
    '$title',
    async ({ args, ...real }) => {
      // As make-fixtures.py sets it.
      vi.stubEnv('PYTHONHASHSEED', '42')
      onTestFinished(() => void vi.unstubAllEnvs())
      await expectSameWorkload(withFiles(configOf(inProfile(args, compat))), real)
    },
  )
})
