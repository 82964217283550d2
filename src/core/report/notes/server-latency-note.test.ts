import { expect, test } from 'vitest'
import { readable } from '#core/messages/readable.test-support.ts'
import { exampleRun } from '../example-run.test-support.ts'
import { serverLatencyNote } from './server-latency-note.ts'

const { summary } = exampleRun()
const idle = { specDecode: null, diffusion: null, prefixCache: null }

test('latencies of the server are printed with the difference to ours', () => {
  const { ttft, e2el } = summary.metrics
  const latencies = {
    ttft: { count: 2, meanMs: ttft.mean - 0.75, p99AtMostMs: 250 },
    e2el: { count: 2, meanMs: e2el.mean + 1, p99AtMostMs: null },
  }
  expect(readable(serverLatencyNote({ ...summary, server: { ...idle, latencies } }))).toEqual([
    `By the server’s own count, on average: TTFT ${(ttft.mean - 0.75).toFixed(2)} ms (ours + 0.75 ms); ` +
      `E2EL ${(e2el.mean + 1).toFixed(2)} ms (ours - 1.00 ms).`,
  ])
})

test('is empty where the server reports none', () => {
  expect(readable(serverLatencyNote({ ...summary, server: null }))).toEqual([])
  expect(readable(serverLatencyNote({ ...summary, server: idle }))).toEqual([])
})
