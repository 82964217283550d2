import { inEnglish } from '#core/messages/message.ts'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { BatchProfiler } from './batch-profiler.ts'

/** Reports one more running request at each look. */
async function serverThatFills(): Promise<{ baseUrl: string; posted: string[] }> {
  const posted: string[] = []
  let running = 0
  const server = createServer((request, response) => {
    if (request.method === 'POST') posted.push(request.url ?? '')
    response.end(`vllm:num_requests_running{engine="0"} ${running++}\n`)
  })
  const port = await listenUntilFinished(server, () => server.closeAllConnections())
  return { baseUrl: `http://127.0.0.1:${port}`, posted }
}

function profilerOf(baseUrl: string, threshold: number): BatchProfiler {
  const access = { baseUrl, headers: {}, insecure: false }
  return new BatchProfiler({ access, threshold, durationS: 0.01 })
}

test('profiles once the server runs as many requests as asked', async () => {
  const { baseUrl, posted } = await serverThatFills()
  const profiler = profilerOf(baseUrl, 1)
  profiler.begin()
  await expect.poll(() => posted, { timeout: 10_000 }).toEqual(['/start_profile', '/stop_profile'])
  expect(await profiler.end()).toEqual([])
})

test('says that a batch never came', async () => {
  const { baseUrl, posted } = await serverThatFills()
  const profiler = profilerOf(baseUrl, 1000)
  profiler.begin()
  const warnings = await profiler.end()
  expect(warnings.map(inEnglish).join()).toContain('--profile-batch-threshold 1000')
  expect(posted).toEqual([])
})
