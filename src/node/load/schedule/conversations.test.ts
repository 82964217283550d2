// Loads of conversations against a real server, in this thread and from several.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import type { LoadRunner } from '../load-runner.ts'
import { conversationPlan, runAndListen, type TestConversation } from '../plan.test-support.ts'
import { runLoad } from '../run-load.ts'
import { serveScript, streamPieces, type Script } from '../scripted-server.test-support.ts'
import { sse } from '../sse.test-support.ts'
import { createThreadedLoadRunner } from '../workers/run-threaded-load.ts'

const entry = processEntry('load-thread')
const threaded = createThreadedLoadRunner(entry, 3)

type Message = Readonly<{ role: string; content: string }>

function messagesIn(body: string): readonly Message[] {
  const { messages } = JSON.parse(body) as { messages: readonly Message[] }
  return messages
}

/** Answers with what was said last, in quotes. */
const answering: Script = ({ body }, response) => {
  const said = messagesIn(body).at(-1)?.content ?? ''
  const pieces = [sse.token('"'), sse.token(said), sse.token('"'), sse.usage(1, 3), sse.done]
  return streamPieces(response, pieces)
}

const talk = (...thinkS: number[]): TestConversation => ({ thinkS })

it('sends what was said before with each turn', async () => {
  const server = await serveScript(answering)
  const plan = conversationPlan(server.url, [talk(0, 0)])
  const { records } = await runAndListen(runLoad, plan)
  expect(records.map(({ turn, requestId }) => [turn?.number, requestId])).toEqual([
    [0, '0.0'],
    [1, '0.1'],
    [2, '0.2'],
  ])
  expect(server.requests.map(({ body }) => messagesIn(body).map(({ content }) => content))).toEqual(
    [['0.0'], ['0.0', '"0.0"', '0.1'], ['0.0', '"0.0"', '0.1', '"0.1"', '0.2']],
  )
  expect(server.requests.map(({ headers }) => headers['x-session-id'])).toEqual([
    'c-0',
    'c-0',
    'c-0',
  ])
})

it('sends back nothing of the server where the messages are recorded', async () => {
  const server = await serveScript(answering)
  const plan = conversationPlan(server.url, [talk(0)], { sendsAnswersBack: false })
  await runAndListen(runLoad, plan)
  const contents = server.requests.map(({ body }) => messagesIn(body).map(({ content }) => content))
  expect(contents).toEqual([['0.0'], ['0.0', '0.1']])
})

it('keeps to the session its reader names', async () => {
  const server = await serveScript(answering)
  const headers = { 'X-Session-ID': 'mine' }
  await runAndListen(runLoad, conversationPlan(server.url, [talk(0)], { headers }))
  expect(server.requests.map((request) => request.headers['x-session-id'])).toEqual([
    'mine',
    'mine',
  ])
})

it('waits as long as the user thinks, by the clock of the server too', async () => {
  const arrivedAtMs: number[] = []
  const server = await serveScript((request, response) => {
    arrivedAtMs.push(performance.now())
    return answering(request, response)
  })
  const thinkS = [0.05, 0.12, 0.01]
  const { records } = await runAndListen(runLoad, conversationPlan(server.url, [talk(...thinkS)]))
  thinkS.forEach((thinks, before) => {
    const [earlier, later] = [records[before], records[before + 1]]
    expect(later?.scheduledAtUs).toBe((earlier?.endedAtUs ?? 0) + thinks * 1e6)
    expect(later?.sentAtUs).toBeGreaterThanOrEqual(later?.scheduledAtUs ?? Infinity)
    // An answer ends after its request has arrived, on the same clock, rounded to microseconds.
    const waitedMs = (arrivedAtMs[before + 1] ?? 0) - (arrivedAtMs[before] ?? 0)
    expect(waitedMs).toBeGreaterThan(thinks * 1000 - 0.01)
  })
})

it('lets conversations keep their places while their users think', async () => {
  const server = await serveScript(answering)
  const plan = conversationPlan(server.url, [talk(0.05, 0.05), talk(0.02), talk()], {
    maxConcurrency: 1,
  })
  const { records, progress, phases } = await runAndListen(runLoad, plan)
  const sent = records.toSorted((a, b) => a.sentAtUs - b.sentAtUs)
  expect(sent.map(({ requestId }) => requestId)).toEqual(['0.0', '0.1', '0.2', '1.0', '1.1', '2.0'])
  expect(progress.at(-1)).toMatchObject({
    sent: 6,
    planned: 6,
    completed: 6,
    queued: 0,
    inFlight: 0,
  })
  expect(phases.at(-1)).toBe('draining')
})

it('begins conversations at their times, whatever others are about', async () => {
  const server = await serveScript(answering)
  const offsetsS = Float64Array.of(0, 0.03, 0.06)
  const plan = conversationPlan(server.url, [talk(0.2), talk(0), talk(0)], { offsetsS })
  const { records } = await runAndListen(runLoad, plan)
  const beginnings = records.filter(({ turn }) => turn?.number === 0)
  expect(beginnings.map(({ scheduledAtUs }) => scheduledAtUs)).toEqual([0, 30_000, 60_000])
})

describe.each([
  ['one thread', runLoad],
  ['three threads', threaded],
])('a turn that fails, with %s', (_threads, run) => {
  it('ends its conversation, and what is never sent is recorded as such', async () => {
    const server = await serveScript((request, response) => {
      if (messagesIn(request.body).at(-1)?.content !== '1.1') return answering(request, response)
      response.writeHead(500).end('over')
    })
    const plan = conversationPlan(server.url, [talk(0, 0), talk(0, 0, 0), talk(0)])
    const { records, progress } = await runAndListen(run, plan)
    expect(records.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    const failures = records.filter(({ error }) => error !== null)
    expect(failures.map(({ requestId, error }) => [requestId, error?.code])).toEqual([
      ['1.1', 'http-status'],
      ['1.2', 'conversation-ended'],
      ['1.3', 'conversation-ended'],
    ])
    expect(server.requests).toHaveLength(7)
    expect(progress.at(-1)).toMatchObject({ sent: 7, planned: 9, completed: 6, failed: 3 })
  })
})

it('is over at once when it is cancelled, though users think', async () => {
  const cancelling = new AbortController()
  const server = await serveScript(answering)
  const plan = conversationPlan(server.url, [talk(60), talk(60)])
  let answered = 0
  const runUntilAnswered: LoadRunner = (all, hooks, signal) => {
    const onRecords: typeof hooks.onRecords = (records) => {
      hooks.onRecords(records)
      answered += records.length
      if (answered === 2) cancelling.abort()
    }
    return runLoad(all, { ...hooks, onRecords }, signal)
  }
  const { records, outcome } = await runAndListen(runUntilAnswered, plan, cancelling.signal)
  expect(outcome.cancelled).toBe(true)
  expect(outcome.durationUs).toBeLessThan(10e6)
  const codes = new Map(records.map(({ requestId, error }) => [requestId, error?.code ?? null]))
  expect(Object.fromEntries(codes)).toEqual({
    ...{ '0.0': null, '1.0': null },
    ...{ '0.1': 'conversation-cut', '1.1': 'conversation-cut' },
  })
  expect(records).toHaveLength(4)
  expect(server.requests).toHaveLength(2)
})

it('holds conversations again until time is up; those that have begun run to their end', async () => {
  const server = await serveScript(answering)
  const plan = conversationPlan(server.url, [talk(0.02), talk(0.02, 1.5)], {
    offsetsS: new Float64Array(),
    maxConcurrency: 2,
    sendUntilS: 1,
  })
  const { records, outcome } = await runAndListen(runLoad, plan)
  expect(outcome.durationUs).toBeLessThan(25e6)
  expect(records.length).toBeGreaterThan(8)
  expect(records.map(({ error }) => error)).toEqual(records.map(() => null))
  const firsts = records.filter(({ turn }) => turn?.number === 0)
  for (const { sentAtUs } of firsts) expect(sentAtUs).toBeLessThan(1e6)
  // Of every second one, the last turn is due 1.5 s after the one before it.
  expect(records.some(({ scheduledAtUs }) => scheduledAtUs >= 1e6)).toBe(true)
  const turnsOf = (conversation: number) =>
    records.filter(({ turn }) => turn?.conversation === conversation).length
  for (const { turn } of firsts) {
    const conversation = turn?.conversation ?? 0
    expect(turnsOf(conversation)).toBe(2 + (conversation % 2))
  }
  expect(new Set(records.map(({ index }) => index)).size).toBe(records.length)
  const third = records.find(({ turn }) => turn?.conversation === 2 && turn.number === 1)
  expect(third).toMatchObject({ index: 6, requestId: '0.1-1' })
  expect(server.requests.map(({ headers }) => headers['x-session-id'])).toContain('c-0-1')
})

it('keeps the order of each conversation, from however many threads', async () => {
  const server = await serveScript(answering)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom(0, 0.001, 0.004), { maxLength: 4 }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
      fc.constantFrom(runLoad, threaded),
      async (thinks, maxConcurrency, run) => {
        const before = server.requests.length
        const conversations = thinks.map((thinkS) => ({ thinkS }))
        const plan = conversationPlan(server.url, conversations, { maxConcurrency })
        const { records } = await runAndListen(run, plan)
        expect(records.map(({ requestId }) => requestId)).toEqual(plan.requestIds)
        records.forEach(({ turn, sentAtUs }, i) => {
          if (turn?.number === 0) return
          expect(sentAtUs).toBeGreaterThanOrEqual(records[i - 1]?.endedAtUs ?? Infinity)
        })
        const seen = server.requests.slice(before).map(({ body }) => body)
        expect(seen.toSorted()).toEqual(expectedBodies(thinks).toSorted())
      },
    ),
    { numRuns: 6 },
  )
}, 180_000)

function expectedBodies(thinks: readonly (readonly number[])[]): string[] {
  return thinks.flatMap((thinkS, c) => {
    const messages: Message[] = []
    return [0, ...thinkS].map((_, t) => {
      messages.push({ role: 'user', content: `${c}.${t}` })
      const body = JSON.stringify({ messages, n: 1 })
      messages.push({ role: 'assistant', content: `"${c}.${t}"` })
      return body
    })
  })
}
