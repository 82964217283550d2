// Requests that the client cancels by intent, over HTTP/1.1 and HTTP/2: which, when, what their records hold, and that the
// server notices.
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { LoadTransport } from '#core/traits/load-traits.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { isToBeCancelled } from '#features/gateways/core/cancel-policy.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { conversationPlan, planOf, runAndListen } from '#node/load/plan.test-support.ts'
import { runLoad } from '#node/load/run-load.ts'
import { serveScript, startStream, streamPieces } from '#node/load/scripted-server.test-support.ts'
import { sse } from '#node/load/sse.test-support.ts'
import { createThreadedLoadRunner } from '#node/load/workers/run-threaded-load.ts'
import { respondWithEvents, serveHttp2 } from '#node/load/transports/http2-server.test-support.ts'
import { inProcessWorker } from '#node/load/workers/in-process-worker.test-support.ts'
import { createShardedLoadRunner } from '#node/load/workers/run-sharded-load.ts'

function cutting(cancelAfter: string, cancelShare = 1, seed = 0) {
  return { conduct: { ...defaultBenchmarkConfig, cancelAfter, cancelShare, seed } }
}

const afterThree = cutting('3tok')

/** A token every 10 ms until the client goes away, or `tokens` of them. */
async function serveSlowly(tokens = Infinity) {
  const gone: string[] = []
  const server = await serveScript(async ({ headers }, response) => {
    const id = String(headers['x-request-id'])
    response.once('close', () => {
      if (!response.writableFinished) gone.push(id)
    })
    startStream(response)
    for (let sent = 0; sent < tokens && !response.destroyed; sent++) {
      response.write(sse.token(` w${sent}`))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    if (!response.destroyed) response.end(sse.usage(5, tokens) + sse.done)
  })
  return { ...server, gone }
}

async function serveSlowlyOverHttp2() {
  const gone: string[] = []
  const server = await serveHttp2(({ headers, stream }) => {
    respondWithEvents(stream)
    const timer = setInterval(() => stream.write(sse.token(' w')), 10)
    stream.once('close', () => {
      clearInterval(timer)
      gone.push(String(headers['x-request-id']))
    })
  })
  return { url: server.url, gone, sessions: server.sessions }
}

function tokensIn({ firstTokenAtUs, interTokenLatenciesUs }: RequestRecord): number {
  return firstTokenAtUs === null ? 0 : interTokenLatenciesUs.length + 1
}

const idsOf = (records: readonly RequestRecord[]) => records.map(({ index }) => `r-${index}`)
const isCancelled = ({ error }: RequestRecord) => error?.code === 'client-cancelled'

describe.each<LoadTransport>(['native', 'undici', 'undici-h2'])('over %s', (transport) => {
  const serve = () => (transport === 'undici-h2' ? serveSlowlyOverHttp2() : serveSlowly())

  test.each([
    ['3tok', 'after 3 tokens'],
    ['150ms', 'after 0.15 s'],
  ])('all are cancelled after %s', async (after, words) => {
    const server = await serve()
    const plan = planOf(server.url, 8, { transport, ...cutting(after), maxConcurrency: 4 })
    const { records, progress, outcome } = await runAndListen(runLoad, plan)
    expect(records.filter(isCancelled)).toHaveLength(8)
    for (const each of records) {
      expect(each.error?.message).toContain(words)
      if (after === '3tok') expect(tokensIn(each)).toBeGreaterThanOrEqual(3)
      else expect(each.endedAtUs - each.sentAtUs).toBeGreaterThanOrEqual(149_000)
    }
    expect(progress.at(-1)).toMatchObject({ clientCancelled: 8, completed: 0, failed: 0 })
    expect(outcome).toMatchObject({ cancelled: false, timedOut: false })
    await expect.poll(() => server.gone.toSorted()).toEqual(idsOf(records))
  })

  test('a share of them is cancelled: the same from threads and workers', async () => {
    const draw = { share: 0.5, seed: 7 }
    const cancels = cutting('3tok', draw.share, draw.seed)
    const chosen = Array.from({ length: 12 }, (_, index) => index).filter((index) =>
      isToBeCancelled(draw, index),
    )
    expect(chosen.length).toBeGreaterThan(2)
    if (transport === 'undici-h2') return
    const server = await serveSlowly(6)
    const threads = processEntry('load-thread')
    const workers = ['a', 'b'].map((name) => inProcessWorker(name))
    for (const run of [
      runLoad,
      createThreadedLoadRunner(threads, 2),
      createShardedLoadRunner(workers),
    ]) {
      const { records } = await runAndListen(run, planOf(server.url, 12, { transport, ...cancels }))
      expect(records).toHaveLength(12)
      expect(records.filter(isCancelled).map(({ index }) => index)).toEqual(chosen)
      const others = records.filter((each) => !isCancelled(each))
      expect(others.map(({ error, outputTokens }) => [error, outputTokens])).toEqual(
        others.map(() => [null, 6]),
      )
    }
  })
})

test('cancelling one stream of an HTTP/2 session leaves the session', async () => {
  const server = await serveSlowlyOverHttp2()
  const changes = { transport: 'undici-h2', ...afterThree, maxConcurrency: 2 } as const
  await runAndListen(runLoad, planOf(server.url, 10, changes))
  expect(server.sessions()).toBe(1)
})

test('a response that is complete by then is completed', async () => {
  const server = await serveScript((_request, response) => {
    startStream(response)
    response.end(sse.whole)
  })
  const { records } = await runAndListen(runLoad, planOf(server.url, 4, afterThree))
  expect(records.map(({ error, outputTokens }) => [error, outputTokens])).toEqual(
    new Array(4).fill([null, 3]),
  )
})

test('one without a token is cancelled after a time, too, before the server has responded', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined).resume())
  const url = `http://127.0.0.1:${await listenUntilFinished(server)}/v1/completions`
  const { records } = await runAndListen(runLoad, planOf(url, 2, cutting('150ms')))
  expect(records.map(({ error }) => error?.code)).toEqual(['client-cancelled', 'client-cancelled'])
  expect(records.map(tokensIn)).toEqual([0, 0])
})

test('a refusal stays a failure', async () => {
  const server = await serveScript((_request, response) => {
    response.writeHead(400).end('no')
  })
  const { records } = await runAndListen(runLoad, planOf(server.url, 2, afterThree))
  expect(records.map(({ error }) => error?.code)).toEqual(['http-status', 'http-status'])
})

test('a conversation goes on with what had come of the answer', async () => {
  const bodies: string[] = []
  const server = await serveScript(async ({ body }, response) => {
    bodies.push(body)
    const tokens = ['a', 'b', 'c', 'd', 'e'].map(sse.token)
    if (bodies.length > 1) return streamPieces(response, [sse.whole])
    startStream(response)
    response.write(tokens.slice(0, 3).join(''))
    response.flushHeaders()
    return undefined
  })
  // Only the first turn is long enough without an end.
  const plan = conversationPlan(server.url, [{ thinkS: [0] }], afterThree)
  const { records } = await runAndListen(runLoad, plan)
  expect(records.map(({ error }) => error?.code ?? null)).toEqual(['client-cancelled', null])
  expect(bodies[1]).toContain('{"role":"assistant","content":"abc"}')
})
