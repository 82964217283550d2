// Several workers send one load: the same requests under the same limit, and a worker that fails takes only its own with it.
import { expect, test } from 'vitest'
import type { LoadProgress } from '#contract/load-protocol.ts'
import { AppError } from '#core/model/app-error.ts'
import { conversationPlan, planOf, runAndListen, silentHooks } from '../plan.test-support.ts'
import type { LoadRunner } from '../load-runner.ts'
import { runLoad } from '../run-load.ts'
import { serveScript, streamPieces } from '../scripted-server.test-support.ts'
import { sse } from '../sse.test-support.ts'
import { inProcessWorker } from './in-process-worker.test-support.ts'
import { createShardedLoadRunner } from './run-sharded-load.ts'

const workers = (count: number) =>
  Array.from({ length: count }, (_, i) => inProcessWorker(`worker-${i}`))

/** Each response takes as long as its request's index says. */
async function serveSlowly(msOf: (index: number) => number) {
  const inFlight = new Set<number>()
  const seen = { most: 0, mostEven: 0 }
  const server = await serveScript(async ({ body }, response) => {
    const { request } = JSON.parse(body) as { request: number }
    inFlight.add(request)
    const even = [...inFlight].filter((index) => index % 2 === 0)
    seen.most = Math.max(seen.most, inFlight.size)
    seen.mostEven = Math.max(seen.mostEven, even.length)
    await new Promise((resolve) => setTimeout(resolve, msOf(request)))
    inFlight.delete(request)
    await streamPieces(response, [sse.whole])
  })
  return { server, seen }
}

test('no more requests are in flight than the limit allows, and free places are lent', async () => {
  const { server, seen } = await serveSlowly((index) => (index % 2 === 0 ? 60 : 2))
  const plan = planOf(server.url, 60, { maxConcurrency: 4 })
  const { records, outcome } = await runAndListen(createShardedLoadRunner(workers(2)), plan)
  expect(records.map(({ index, error }) => [index, error])).toEqual(
    plan.requestIds.map((_, index) => [index, null]),
  )
  expect(seen.most).toBe(4)
  // The quick worker is done early, and the other one has all places from then on.
  expect(seen.mostEven).toBe(4)
  expect(outcome.workers?.map(({ requests }) => requests)).toEqual([30, 30])
})

test('progress goes on after the first worker has finished', async () => {
  const { server } = await serveSlowly((index) => (index % 2 === 0 ? 1 : 250))
  const plan = planOf(server.url, 12, { maxConcurrency: 2 })
  const completed: number[] = []
  const hooks = { ...silentHooks, onProgress: (now: LoadProgress) => completed.push(now.completed) }
  await createShardedLoadRunner(workers(2))(plan, hooks, new AbortController().signal)
  expect(completed.filter((count) => count > 6 && count < 12)).not.toEqual([])
})

test('conversations are whole, and their turns keep their order', async () => {
  const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
  const plan = conversationPlan(
    server.url,
    Array.from({ length: 5 }, () => ({ thinkS: [0, 0.01] })),
  )
  const alone = await runAndListen(runLoad, plan)
  const { records } = await runAndListen(createShardedLoadRunner(workers(3)), plan)
  const told = (heard: typeof records) =>
    heard.map(({ index, requestId, turn, error }) => ({ index, requestId, turn, error }))
  expect(told(records)).toEqual(told(alone.records))
  const bodies = server.requests.map(({ body }) => body)
  expect(bodies.slice(15).toSorted()).toEqual(bodies.slice(0, 15).toSorted())
})

test('what is sent again keeps index, id and body, however many workers send it', async () => {
  const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
  const schedule = { offsetsS: Float64Array.from({ length: 11 }, (_, i) => i / 200), sendUntilS: 9 }
  const conversations = [{ thinkS: [0] }, { thinkS: [] }, { thinkS: [0, 0] }, { thinkS: [] }]
  const plans = [
    planOf(server.url, 4, schedule),
    conversationPlan(server.url, conversations, schedule),
  ]
  for (const plan of plans) {
    const sentBy = async (run: LoadRunner) => {
      const before = server.requests.length
      const { records } = await runAndListen(run, plan)
      const seen = server.requests
        .slice(before)
        .map(({ body, headers }) =>
          [headers['x-request-id'], headers['x-session-id'], body].join(' '),
        )
      const told = records.map(({ index, requestId, turn, error, promptTokens }) => {
        return { index, requestId, turn, error, promptTokens }
      })
      return { told, seen: seen.toSorted() }
    }
    const alone = await sentBy(runLoad)
    expect(alone.told.length).toBeGreaterThan(10)
    for (const count of [2, 3, 5]) {
      expect(await sentBy(createShardedLoadRunner(workers(count)))).toEqual(alone)
    }
  }
})

test('a worker that fails under way fails its own requests, the turns of conversations included', async () => {
  const failing = inProcessWorker('worker-1', async (_plan, hooks) => {
    await hooks.startAt?.()
    throw new AppError('process-ended', 'out of memory')
  })
  const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
  const plan = conversationPlan(server.url, [{ thinkS: [0] }, { thinkS: [0] }, { thinkS: [] }])
  const run = createShardedLoadRunner([...workers(1), failing])
  const { records, outcome } = await runAndListen(run, plan)
  expect(records.map(({ requestId, error }) => [requestId, error?.code ?? null])).toEqual([
    ['0.0', null],
    ['0.1', null],
    ['1.0', 'worker-lost'],
    ['1.1', 'worker-lost'],
    ['2.0', null],
  ])
  expect(outcome.workers?.[1]).toMatchObject({ state: 'lost', lostBecause: 'out of memory' })
})

test('a worker that fails before the start ends the run before anything is sent', async () => {
  const failing = inProcessWorker('worker-1', () =>
    Promise.reject(new AppError('unsupported', 'too few ports')),
  )
  const server = await serveScript((_request, response) => streamPieces(response, [sse.whole]))
  const run = createShardedLoadRunner([...workers(1), failing])
  await expect(runAndListen(run, planOf(server.url, 4))).rejects.toThrow('too few ports')
  expect(server.requests).toHaveLength(0)
})

test('where no worker is left, the run fails', async () => {
  const failing = (name: string) =>
    inProcessWorker(name, async (_plan, hooks) => {
      await hooks.startAt?.()
      throw new AppError('process-ended', `${name} is gone`)
    })
  const run = createShardedLoadRunner([failing('one'), failing('two')])
  await expect(runAndListen(run, planOf('http://127.0.0.1:1/', 4))).rejects.toThrow('two is gone')
})
