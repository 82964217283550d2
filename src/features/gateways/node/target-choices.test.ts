// A load over several servers: which requests each of them got, by its own log.
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { UrlStrategy } from '#features/gateways/core/flags.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { describe, expect, test } from 'vitest'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { conversationPlan, planOf, runAndListen } from '#node/load/plan.test-support.ts'
import { runLoad } from '#node/load/run-load.ts'
import { serveScript, streamPieces } from '#node/load/scripted-server.test-support.ts'
import { sse } from '#node/load/sse.test-support.ts'
import { createThreadedLoadRunner } from '#node/load/workers/run-threaded-load.ts'
import { inProcessWorker } from '#node/load/workers/in-process-worker.test-support.ts'
import { createShardedLoadRunner } from '#node/load/workers/run-sharded-load.ts'

const entry = processEntry('load-thread')

const runners: Readonly<Record<string, LoadRunner>> = {
  'one thread': runLoad,
  'three threads': createThreadedLoadRunner(entry, 3),
  'two workers': createShardedLoadRunner([inProcessWorker('a'), inProcessWorker('b')]),
}

function serve(count: number) {
  const servers = Array.from({ length: count }, () =>
    serveScript((_request, response) => streamPieces(response, [sse.whole])),
  )
  return Promise.all(servers)
}

type Servers = Awaited<ReturnType<typeof serve>>

function spread(servers: Servers, strategy: UrlStrategy): Pick<LoadPlan, 'targets'> {
  return { targets: { servers: servers.map(({ url }) => ({ url, proxy: null })), strategy } }
}

function numbersIn({ requests }: Servers[number]): number[] {
  return requests
    .map(({ body }) => (JSON.parse(body) as { request: number }).request)
    .toSorted((one, other) => one - other)
}

describe.each(Object.entries(runners))('from %s', (_name, run) => {
  test.each([null, 4])('requests go to the servers in turn, limit %s', async (maxConcurrency) => {
    const servers = await serve(3)
    const changes = { ...spread(servers, 'round-robin'), maxConcurrency }
    const { records } = await runAndListen(run, planOf(servers[0]?.url ?? '', 31, changes))
    const all = Array.from({ length: 31 }, (_, index) => index)
    servers.forEach((server, target) => {
      expect(numbersIn(server)).toEqual(all.filter((index) => index % 3 === target))
    })
    expect(records.map(({ target, error }) => [target, error])).toEqual(
      all.map((index) => [index % 3, null]),
    )
  })

  test('a conversation stays with its server', async () => {
    const servers = await serve(2)
    const conversations = Array.from({ length: 5 }, () => ({ thinkS: [0, 0.01] }))
    const changes = spread(servers, 'session-sticky')
    const plan = conversationPlan(servers[0]?.url ?? '', conversations, changes)
    const { records } = await runAndListen(run, plan)
    expect(records.map(({ target }) => target)).toEqual(
      records.map(({ turn }) => (turn?.conversation ?? 0) % 2),
    )
    servers.forEach(({ requests }, target) => {
      const sessions = new Set(requests.map(({ headers }) => headers['x-session-id']))
      expect([...sessions].toSorted()).toEqual(
        ['c-0', 'c-1', 'c-2', 'c-3', 'c-4'].filter((_, place) => place % 2 === target),
      )
    })
    expect(servers.map(({ requests }) => requests.length)).toEqual([9, 6])
  })
})

test.each([1, 3])('the fewest in flight get the next request, %i threads', async (threads) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = await serveScript(async (_request, response) => {
    await held
    await streamPieces(response, [sse.whole])
  })
  let fast = 0
  const quick = await serveScript(async (_request, response) => {
    await streamPieces(response, [sse.whole])
    if (++fast === 24) release()
  })
  const servers = [slow, quick]
  const changes = { ...spread(servers, 'least-in-flight'), maxConcurrency: 6 }
  const run = threads === 1 ? runLoad : createThreadedLoadRunner(entry, threads)
  const { records } = await runAndListen(run, planOf(slow.url, 30, changes))
  expect(records.filter(({ error }) => error !== null)).toEqual([])
  // Of six at a time the slow server holds no more than half, and a place in each thread that chose at the same moment.
  expect(slow.requests.length).toBeLessThanOrEqual(2 + threads)
  expect(quick.requests.length).toBe(30 - slow.requests.length)
})

test('a conversation whose turns go to any server sends each what was said before', async () => {
  const servers = await serve(2)
  const plan = conversationPlan(servers[0]?.url ?? '', [{ thinkS: [0] }], {
    ...spread(servers, 'round-robin'),
  })
  const { records } = await runAndListen(runLoad, plan)
  expect(records.map(({ target }) => target)).toEqual([0, 1])
  expect(servers[1]?.requests[0]?.body).toContain('Hello wörld')
})

test('undici has connections to each', async () => {
  const servers = await serve(2)
  const changes = { ...spread(servers, 'round-robin'), transport: 'undici' as const }
  const { records } = await runAndListen(runLoad, planOf(servers[0]?.url ?? '', 20, changes))
  expect(records.every(({ error }) => error === null)).toBe(true)
  expect(servers.map(({ requests }) => requests.length)).toEqual([10, 10])
  expect(servers.map(({ requests }) => requests[0]?.headers.host)).toEqual(
    servers.map(({ url }) => new URL(url).host),
  )
})

test('what warms up and what probes reach each server', async () => {
  const servers = await serve(2)
  const plan = planOf(servers[0]?.url ?? '', 4, {
    ...spread(servers, 'round-robin'),
    warmups: [Buffer.from('"warm"'), Buffer.from('"warm"')],
    probes: { body: Buffer.from('"probe"'), perSecond: 100 },
    offsetsS: Float64Array.of(0, 0.03, 0.06, 0.1),
  })
  await runAndListen(runLoad, plan)
  for (const { requests } of servers) {
    expect(requests.filter(({ body }) => body === '"warm"')).toHaveLength(1)
    expect(requests.some(({ body }) => body === '"probe"')).toBe(true)
  }
})

test('the requests of a server that is down fail, and name it', async () => {
  const [up] = await serve(1)
  const down = { url: 'http://127.0.0.1:9/v1/completions', requests: [] }
  const changes = spread([down, ...(up === undefined ? [] : [up])], 'round-robin')
  const { records } = await runAndListen(runLoad, planOf(down.url, 10, changes))
  expect(records.map(({ target, error }) => [target, error?.code])).toEqual(
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? [0, 'refused'] : [1, undefined])),
  )
})
