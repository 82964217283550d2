// Loads of agents against a real server: what waits for what, what is repeated, and what is lost.
import { describe, expect, it } from 'vitest'
import type { LoadPlan, PlannedStep } from '#contract/load-protocol.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { conversationPlan, runAndListen } from '../plan.test-support.ts'
import type { LoadRunner } from '../load-runner.ts'
import { runLoad } from '../run-load.ts'
import { serveScript, streamPieces, type Script } from '../scripted-server.test-support.ts'
import { sse } from '../sse.test-support.ts'
import { inProcessWorker } from '../workers/in-process-worker.test-support.ts'
import { createShardedLoadRunner } from '../workers/run-sharded-load.ts'
import { createThreadedLoadRunner } from '../workers/run-threaded-load.ts'

const threaded = createThreadedLoadRunner(processEntry('load-thread'), 3)

const sharded: LoadRunner = (...load) =>
  createShardedLoadRunner([inProcessWorker('worker-0'), inProcessWorker('worker-1')])(...load)

type Message = Readonly<{ role: string; content: string; tool_calls?: unknown }>

function messagesIn(body: string): readonly Message[] {
  const { messages } = JSON.parse(body) as { messages: readonly Message[] }
  return messages
}

/** Answers "ok", and says that the prompt had 100 tokens and the answer 2. */
const answering: Script = (_request, response) =>
  streamPieces(response, [sse.token('o'), sse.token('k'), sse.usage(100, 2), sse.done])

const step = (
  after: readonly number[],
  continues: number | null,
  more: Partial<PlannedStep> = {},
): PlannedStep => {
  return { after, continues, toolS: 0, depth: after.length, sharedTokens: 7, calls: '', ...more }
}

const calls = '[{"id":"x"}]'

/** Plans, has two subagents work at the same time, and joins what they found. */
const fan: readonly PlannedStep[] = [
  step([], null, { depth: 0, calls }),
  step([0], null, { depth: 1 }),
  step([0], null, { depth: 1 }),
  step([2], 2, { depth: 2 }),
  step([1, 3], 0, { depth: 3, toolS: 0.02 }),
]

function agentPlan(url: string, agents: number, changes: Partial<LoadPlan> = {}): LoadPlan {
  const thinkS = [0, 0, 0, 0.05]
  const talks = Array.from({ length: agents }, () => ({ thinkS }))
  const { conversations, ...plan } = conversationPlan(url, talks, changes)
  if (conversations === undefined) throw new Error('no conversations')
  const steps = talks.flatMap(() => fan)
  return { ...plan, conversations: { ...conversations, steps } }
}

describe.each([
  ['one thread', runLoad],
  ['three threads', threaded],
  ['two workers', sharded],
])('agents sent by %s', (_threads, run) => {
  it('fan out, join, and build each context from its own steps', async () => {
    const server = await serveScript(answering)
    const { records } = await runAndListen(run, agentPlan(server.url, 4))
    expect(records.map(({ error }) => error)).toEqual(records.map(() => null))
    const seen = server.requests
      .map(({ body }) => messagesIn(body).map(({ content }) => content))
      .filter((contents) => contents[0]?.startsWith('0.') === true)
    expect(seen.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['0.0'],
      ['0.0', 'ok', '0.4'],
      ['0.1'],
      ['0.2'],
      ['0.2', 'ok', '0.3'],
    ])
    const joined = server.requests.find(({ body }) => body.includes('"0.4"'))
    expect(messagesIn(joined?.body ?? '')[1]).toEqual({
      role: 'assistant',
      content: 'ok',
      tool_calls: [{ id: 'x' }],
    })
    for (let agent = 0; agent < 4; agent++) {
      const [plan, one, two, three, join] = records.slice(agent * 5, agent * 5 + 5)
      for (const first of [one, two]) expect(first?.scheduledAtUs).toBe(plan?.endedAtUs)
      expect(three?.scheduledAtUs).toBe(two?.endedAtUs)
      const overUs = Math.max(one?.endedAtUs ?? 0, three?.endedAtUs ?? 0)
      expect(join?.scheduledAtUs).toBe(overUs + 50_000)
    }
  }, 60_000)
})

describe.each([
  ['one thread', runLoad],
  ['three threads', threaded],
])('agents by the clock, sent by %s', (_threads, run) => {
  it('run to their end when time is up, and no other begins', async () => {
    const server = await serveScript(answering)
    const plan = agentPlan(server.url, 2, {
      ...{ offsetsS: new Float64Array(), maxConcurrency: 2, sendUntilS: 0.04 },
    })
    const { records } = await runAndListen(run, plan)
    // Each takes 50 ms or more: only the first two begin in time, or fewer on a busy machine.
    const begun = [...new Set(records.map(({ turn }) => turn?.conversation ?? -1))]
    expect(Math.max(-1, ...begun)).toBeLessThan(2)
    expect(records.map(({ turn }) => turn?.conversation)).toEqual(
      begun.flatMap((conversation) => fan.map(() => conversation)),
    )
    const lasts = records.filter(({ turn }) => turn?.number === 4)
    for (const { turn, scheduledAtUs } of lasts) {
      expect(scheduledAtUs).toBeGreaterThan(40_000)
      expect(turn?.step?.whole?.tookUs).toBeGreaterThan(50_000)
    }
  }, 60_000)

  it('are none, and the load ends, where time is up before the first can begin', async () => {
    const server = await serveScript(answering)
    const plan = agentPlan(server.url, 2, {
      ...{ offsetsS: new Float64Array(), maxConcurrency: 2, sendUntilS: 0 },
    })
    expect((await runAndListen(run, plan)).records).toEqual([])
  }, 60_000)
})

it('records depth, what a cache could hold, and the times of a whole trajectory', async () => {
  const server = await serveScript(answering)
  const { records } = await runAndListen(runLoad, agentPlan(server.url, 1))
  const steps = records.map(({ turn }) => turn?.step)
  expect(steps.map((each) => [each?.depth, each?.reusableTokens])).toEqual([
    [0, 7],
    [1, 7],
    [1, 7],
    [2, 102],
    [3, 102],
  ])
  expect(steps.slice(0, 4).map((each) => each?.whole)).toEqual(Array(4).fill(undefined))
  const whole = steps[4]?.whole
  const [first, last] = [records[0], records[4]]
  expect(steps[4]?.endedAfterUs).toBe(whole?.tookUs)
  expect(whole?.tookUs).toBe((last?.endedAtUs ?? 0) - (first?.sentAtUs ?? 0))
  // Tools take 20 ms of the pause of 50 ms, its user the rest.
  expect(whole?.thinkUs).toBe(30_000)
  expect((whole?.tookUs ?? 0) - (whole?.modelUs ?? 0)).toBeGreaterThanOrEqual(50_000)
})

it('a step that fails takes those with it that have not left, and keeps those in flight', async () => {
  const server = await serveScript(async (request, response) => {
    const last = messagesIn(request.body).at(-1)?.content
    if (last !== '0.1') return answering(request, response)
    response.writeHead(500).end('over')
  })
  const { records, progress } = await runAndListen(runLoad, agentPlan(server.url, 2))
  expect(records).toHaveLength(10)
  const codes = records.slice(0, 5).map(({ error }) => error?.code ?? null)
  expect(codes[1]).toBe('http-status')
  expect(codes[4]).toBe('conversation-ended')
  expect(records.slice(5).every(({ error }) => error === null)).toBe(true)
  expect(records.slice(0, 5).every(({ turn }) => turn?.step?.whole === undefined)).toBe(true)
  expect(progress.at(-1)).toMatchObject({ inFlight: 0, queued: 0 })
})

it('is over at once when it is cancelled while tools run', async () => {
  const cancelling = new AbortController()
  const server = await serveScript(answering)
  const plan = agentPlan(server.url, 2)
  const thinkS = Float64Array.from({ length: 10 }, (_, place) => (place % 5 === 0 ? 0 : 60))
  const conversations = plan.conversations && { ...plan.conversations, thinkS }
  const running = runAndListen(
    (all, hooks, signal) =>
      runLoad(
        all,
        {
          ...hooks,
          onRecords: (records) => {
            hooks.onRecords(records)
            cancelling.abort()
          },
        },
        signal,
      ),
    { ...plan, conversations },
    cancelling.signal,
  )
  const { outcome } = await running
  expect(outcome.cancelled).toBe(true)
  expect(outcome.durationUs).toBeLessThan(10e6)
})

it('holds a number of agents, and takes the next when one has joined', async () => {
  const server = await serveScript(answering)
  const { records } = await runAndListen(runLoad, agentPlan(server.url, 6, { maxConcurrency: 2 }))
  expect(records.map(({ error }) => error)).toEqual(records.map(() => null))
  const spans = Array.from({ length: 6 }, (_, agent) => {
    const own = records.filter(({ turn }) => turn?.conversation === agent)
    return {
      from: Math.min(...own.map(({ sentAtUs }) => sentAtUs)),
      to: Math.max(...own.map(({ endedAtUs }) => endedAtUs)),
    }
  })
  for (const { from } of spans) {
    expect(spans.filter((each) => each.from <= from && from < each.to).length).toBeLessThan(3)
  }
})

function waitingPlan(url: string, agents: number, changes: Partial<LoadPlan>): LoadPlan {
  const { conversations, ...plan } = agentPlan(url, agents, changes)
  if (conversations === undefined) throw new Error('no conversations')
  const thinkS = Float64Array.from({ length: agents * fan.length }, (_, place) =>
    place % fan.length === 0 ? 0.03 : 0,
  )
  return { ...plan, conversations: { ...conversations, thinkS } }
}

it('the first step of an agent that is met in a pause waits for its end', async () => {
  const server = await serveScript(answering)
  const plan = waitingPlan(server.url, 2, { maxConcurrency: 1 })
  const { records } = await runAndListen(runLoad, plan)
  expect(records.map(({ error }) => error)).toEqual(records.map(() => null))
  const [first, , , , join, next] = records
  expect(first?.scheduledAtUs).toBeGreaterThanOrEqual(30_000)
  expect(first?.sentAtUs).toBeGreaterThanOrEqual(first?.scheduledAtUs ?? 0)
  expect(next?.scheduledAtUs).toBeGreaterThanOrEqual((join?.endedAtUs ?? 0) + 30_000)
})
