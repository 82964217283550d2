import { expect, test } from 'vitest'
import { measuredThroughput, percentileMs } from '#renderer/components/run/run-numbers.ts'
import { exampleRun } from '#renderer/components/run/example-run.test-support.ts'

test('speech has no latencies of tokens and no throughput of them', () => {
  const speech = exampleRun({ config: { backend: 'openai-audio-speech' } })
  expect(percentileMs(speech, { metric: 'ttft', percentile: 50 })).toBeNull()
  expect(percentileMs(speech, { metric: 'e2el', percentile: 50 })).not.toBeNull()
  expect(measuredThroughput(speech, 'outputThroughput')).toBeNull()
  expect(measuredThroughput(speech, 'requestThroughput')).toBe(10)
})
