import { expect, test } from 'vitest'
import { exampleRun } from '#node/storage/storage.test-support.ts'
import { agentRunRow } from './agent-rows.ts'

test('throughputs are those of the summary', () => {
  const { summary } = exampleRun
  const { throughputs } = agentRunRow(exampleRun)
  expect(throughputs?.requestThroughput?.[0]).toBe(summary?.requestThroughput)
  expect(throughputs?.outputThroughput?.[0]).toBe(summary?.outputThroughput)
  expect(throughputs?.totalTokenThroughput?.[0]).toBe(summary?.totalTokenThroughput)
})
