// Requests that a server rejects, over HTTP: how often and when each is sent again, and what its record holds.
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { conversationPlan, planOf, runAndListen } from '#node/load/plan.test-support.ts'
import { runLoad } from '#node/load/run-load.ts'
import { type Script, serveScript } from '#node/load/scripted-server.test-support.ts'
import { inProcessWorker } from '#node/load/workers/in-process-worker.test-support.ts'
import { createShardedLoadRunner } from '#node/load/workers/run-sharded-load.ts'

const answer = 'data: {"choices":[{"text":"a"}]}\n\ndata: [DONE]\n\n'

function retrying(retryMax = 3) {
  return { conduct: { ...defaultBenchmarkConfig, retryStatus: [429, 503], retryMax } }
}

function complete(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer)
}

/** Rejects the first attempts of each request. */
function rejecting(
  times: (id: string) => number,
  { status = 429, retryAfter = '0' }: { status?: number; retryAfter?: string | null } = {},
): Script {
  const attempts = new Map<string, number>()
  return ({ headers }, response) => {
    const id = String(headers['x-request-id'])
    const attempt = attempts.get(id) ?? 0
    attempts.set(id, attempt + 1)
    if (attempt >= times(id)) return complete(response)
    response.writeHead(status, retryAfter === null ? {} : { 'retry-after': retryAfter })
    response.end('later')
  }
}

async function measure(
  script: Script,
  changes: Partial<LoadPlan> = {},
  plan = (url: string) => planOf(url, 6, { ...retrying(), ...changes }),
) {
  const server = await serveScript(script)
  const run = await runAndListen(runLoad, plan(server.url))
  return { ...run, requests: server.requests }
}

test('a request is sent until it is taken, and its record counts from then', async () => {
  const { records, requests } = await measure(rejecting((id) => Number(id.slice(2)) % 3))
  expect(requests).toHaveLength(6 + 2 * (0 + 1 + 2))
  for (const { index, error, rejected, sentAtUs, endedAtUs, firstTokenAtUs } of records) {
    expect(error).toBeNull()
    const attempts = rejected ?? []
    expect(attempts.map(({ status }) => status)).toEqual(new Array(index % 3).fill(429))
    for (const [place, attempt] of attempts.entries()) {
      const nextSentAtUs = attempts[place + 1]?.sentAtUs ?? sentAtUs
      expect(nextSentAtUs).toBeGreaterThanOrEqual(attempt.endedAtUs + attempt.waitUs)
    }
    expect(firstTokenAtUs).toBeGreaterThan(sentAtUs)
    expect(endedAtUs).toBeGreaterThan(sentAtUs)
  }
})

test('every attempt carries the id and the body of its request', async () => {
  const { requests } = await measure(rejecting(() => 1))
  const sent = requests.map(({ headers, body }) => `${String(headers['x-request-id'])} ${body}`)
  expect(new Set(sent).size).toBe(6)
  expect(sent).toHaveLength(12)
})

test('one that is rejected every time is rejected, not failed', async () => {
  const { records, requests, progress } = await measure(rejecting(() => 99))
  expect(requests).toHaveLength(6 * 4)
  for (const { error, rejected } of records) {
    expect(error).toMatchObject({ code: 'rejected', status: 429, body: 'later' })
    expect(rejected).toHaveLength(3)
  }
  expect(progress.at(-1)).toMatchObject({ sent: 6, completed: 0, failed: 0, rejected: 6 })
})

test('without retries left from the start, no request is sent twice', async () => {
  const { records, requests } = await measure(
    rejecting(() => 9),
    retrying(0),
  )
  expect(requests).toHaveLength(6)
  expect(records.map(({ error }) => error?.code)).toEqual(new Array(6).fill('rejected'))
})

test('another status is a failure', async () => {
  const { records, requests } = await measure(rejecting(() => 1, { status: 500 }))
  expect(requests).toHaveLength(6)
  expect(records.map(({ error }) => error?.code)).toEqual(new Array(6).fill('http-status'))
})

test('backs off without Retry-After', async () => {
  const { records } = await measure(rejecting(() => 1, { retryAfter: null }))
  const waitsUs = records.flatMap(({ rejected = [] }) => rejected.map(({ waitUs }) => waitUs))
  expect(waitsUs).toHaveLength(6)
  expect(Math.min(...waitsUs)).toBeGreaterThanOrEqual(375_000)
  expect(new Set(waitsUs).size).toBe(6)
})

test('waits are the same from several workers', async () => {
  const workers = ['a', 'b'].map((name) => inProcessWorker(name))
  const waitsFrom = async (run: LoadRunner) => {
    const server = await serveScript(rejecting(() => 1, { retryAfter: null }))
    const { records } = await runAndListen(run, planOf(server.url, 6, retrying()))
    return records.map(({ rejected = [] }) => rejected.map(({ waitUs }) => waitUs))
  }
  const alone = await waitsFrom(runLoad)
  expect(alone.flat()).toHaveLength(6)
  expect(await waitsFrom(createShardedLoadRunner(workers))).toEqual(alone)
})

test('a waiting request keeps its place under the limit', async () => {
  const ids: string[] = []
  await measure(
    ({ headers }, response) => {
      const id = String(headers['x-request-id'])
      ids.push(id)
      return ids.filter((each) => each === id).length === 1
        ? void response.writeHead(503, { 'retry-after': '0' }).end()
        : complete(response)
    },
    { maxConcurrency: 1 },
  )
  expect(ids).toEqual([
    'r-0',
    'r-0',
    'r-1',
    'r-1',
    'r-2',
    'r-2',
    'r-3',
    'r-3',
    'r-4',
    'r-4',
    'r-5',
    'r-5',
  ])
})

test('the end of the run ends the waits', async () => {
  const { records, outcome } = await measure(
    rejecting(() => 1, { retryAfter: '300' }),
    {
      runTimeoutS: 0.5,
    },
  )
  expect(outcome.timedOut).toBe(true)
  expect(records.map(({ error }) => error?.code)).toEqual(new Array(6).fill('rejected'))
})

test('by the clock, nothing is sent after its end', async () => {
  const { records, requests } = await measure(
    rejecting(() => 1, { retryAfter: '60' }),
    { sendUntilS: 0.3, offsetsS: Float64Array.of(0, 0.1) },
  )
  expect(requests).toHaveLength(2)
  expect(records.map(({ error }) => error?.code)).toEqual(['rejected', 'rejected'])
})

test('turns after a rejected one are neither sent nor failed', async () => {
  const { records, requests } = await measure(
    rejecting((id) => (id === '0.1' ? 9 : 0)),
    {},
    (url) =>
      conversationPlan(url, [{ thinkS: [0, 0] }, { thinkS: [0] }], {
        ...retrying(1),
        protocol: 'completions',
      }),
  )
  expect(requests).toHaveLength(1 + 2 + 2)
  const codes = records
    .toSorted((a, b) => a.index - b.index)
    .map(({ error }) => error?.code ?? null)
  expect(codes).toEqual([null, 'rejected', 'conversation-rejected', null, null])
})
