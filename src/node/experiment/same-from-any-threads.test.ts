// The same seed makes the same prompts and the same schedule, however many threads send them.
import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { serveScript, streamPieces } from '#node/load/scripted-server.test-support.ts'
import { sse } from '#node/load/sse.test-support.ts'
import { createThreadedLoadRunner } from '#node/load/workers/run-threaded-load.ts'
import { runLoad } from '#node/load/run-load.ts'
import { runBenchmark } from './run-benchmark.ts'
import { silentHooks } from './silent-hooks.test-support.ts'

const entry = processEntry('load-thread')
const models = JSON.stringify({ object: 'list', data: [{ id: 'm', object: 'model' }] })
const config = {
  ...defaultBenchmarkConfig,
  seed: 7,
  promptTokenIds: true,
  vocabSize: 1000,
  numPrompts: 40,
  randomInputLen: 12,
  randomRangeRatio: 0.5,
  requestRate: 200,
}

/** What a server was asked, by request, and when each was to leave. */
async function sentBy(threads: number) {
  const server = await serveScript(({ url }, response) =>
    url === '/v1/completions'
      ? streamPieces(response, [sse.whole])
      : void response.writeHead(url === '/v1/models' ? 200 : 404).end(models),
  )
  const tools = {
    runLoad: threads === 1 ? runLoad : createThreadedLoadRunner(entry, threads),
    requestIdPrefix: 'same-',
  }
  const baseUrl = new URL(server.url).origin
  const request = { runId: 'run', config, baseUrl, apiKey: null }
  const { records } = await runBenchmark(request, tools, silentHooks, new AbortController().signal)
  const bodies = server.requests.flatMap(({ url, body, headers }) =>
    url === '/v1/completions' ? [`${String(headers['x-request-id'])} ${body}`] : [],
  )
  return {
    bodies: bodies.toSorted(),
    schedule: records.map(({ index, scheduledAtUs, promptTokens }) => ({
      index,
      scheduledAtUs,
      promptTokens,
    })),
  }
}

test('one thread and three send the same at the same moments', async () => {
  const alone = await sentBy(1)
  expect(alone.bodies).toHaveLength(config.numPrompts)
  expect(new Set(alone.bodies).size).toBe(config.numPrompts)
  expect(await sentBy(3)).toEqual(alone)
})
