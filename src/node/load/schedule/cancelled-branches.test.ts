// Branches of agents that the client cancels, against a real server: what is cut, what is never sent, and what goes on.
import { describe, expect, it } from 'vitest'
import type { LoadPlan, PlannedStep } from '#contract/load-protocol.ts'
import type { PlannedCancel } from '#core/workload/sampled-request.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { conversationPlan, runAndListen } from '../plan.test-support.ts'
import { runLoad } from '../run-load.ts'
import { serveScript, startStream, streamPieces } from '../scripted-server.test-support.ts'
import { sse } from '../sse.test-support.ts'
import { createThreadedLoadRunner } from '../workers/run-threaded-load.ts'

const threaded = createThreadedLoadRunner(processEntry('load-thread'), 3)

/** Steps whose text ends with `endless` are answered token by token, until the client goes away. */
async function serve(endless = '.2') {
  const reached: string[] = []
  const gone: string[] = []
  const server = await serveScript(async ({ body, headers }, response) => {
    const { messages } = JSON.parse(body) as { messages: readonly { content: string }[] }
    const last = messages.at(-1)?.content ?? ''
    if (!last.endsWith(endless)) {
      return streamPieces(response, [sse.token('o'), sse.token('k'), sse.usage(9, 2), sse.done])
    }
    const id = String(headers['x-request-id'])
    reached.push(id)
    // A request that is cut at once may be gone before its response can begin.
    if (response.destroyed) gone.push(id)
    else response.once('close', () => gone.push(id))
    startStream(response)
    while (!response.destroyed) {
      response.write(sse.token(' w'))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  return { ...server, reached, gone }
}

function step(after: readonly number[], continues: number | null, more: Partial<PlannedStep> = {}) {
  return { after, continues, toolS: 0, depth: 0, sharedTokens: 0, calls: '', ...more }
}

/** Plans; one subagent responds twice, another runs on after its first step; both are joined. */
function fan(cancel: Partial<PlannedCancel>): readonly PlannedStep[] {
  const whole = { afterS: null, afterTokens: null, when: [], steps: [2, 3], ...cancel }
  return [
    step([], null),
    step([0], null, { branch: 1 }),
    step([0], null, { branch: 2, cancel: whole }),
    step([2], 2, { branch: 2 }),
    step([1, 3], 0),
  ]
}

function planOf(url: string, steps: readonly PlannedStep[], changes: Partial<LoadPlan> = {}) {
  const talks = Array.from({ length: 3 }, () => ({ thinkS: steps.slice(1).map(() => 0) }))
  const { conversations, ...plan } = conversationPlan(url, talks, changes)
  if (conversations === undefined) throw new Error('no conversations')
  return { ...plan, conversations: { ...conversations, steps: talks.flatMap(() => steps) } }
}

describe.each([
  ['one thread', runLoad],
  ['three threads', threaded],
])('sent by %s', (_threads, run) => {
  it.each([
    ['after a time', { afterS: 0.1 }, '0.1 s after the branch began'],
    ['after a number of tokens', { afterTokens: 6 }, 'after 6 output tokens'],
    ['when another step ends', { when: [1] }, 'because another step had ended'],
  ])('a branch is cancelled %s, and its parent goes on without it', async (_, cancel, words) => {
    const server = await serve()
    const { records, progress } = await runAndListen(run, planOf(server.url, fan(cancel)))
    // The step after the one that was cut is never sent.
    const seen = records.map(({ turn, error }) => [turn?.number, error?.code ?? null])
    const each = [
      [0, null],
      [1, null],
      [2, 'branch-cancelled'],
      [4, null],
    ]
    expect(seen).toEqual([...each, ...each, ...each])
    const cut = records.filter(({ error }) => error !== null)
    for (const { error } of cut) expect(error?.message).toContain(words)
    expect(progress.at(-1)).toMatchObject({ clientCancelled: 3, failed: 0, completed: 9 })
    if ('afterTokens' in cancel) expect(server.reached).toHaveLength(3)
    await expect.poll(() => server.gone.toSorted()).toEqual(server.reached.toSorted())
    for (const [agent, record] of cut.entries()) {
      const [, sibling, , join] = records.slice(agent * 4, agent * 4 + 4)
      // At the moment of the cancellation, which the end of the request follows, unless the other takes longer.
      const overUs = Math.max(record.endedAtUs, sibling?.endedAtUs ?? 0)
      expect(join?.scheduledAtUs).toBeLessThanOrEqual(overUs)
      expect(join?.turn?.step).toMatchObject({ cancelledBranches: [2] })
      expect(join?.turn?.step?.endedAfterUs).toBeGreaterThan(0)
      expect(record.turn?.step?.branch).toBe(2)
    }
  })
})

it('tokens of the earlier steps of a branch count', async () => {
  const server = await serve()
  const cancel = { afterS: null, afterTokens: 3, when: [], steps: [1, 2] }
  const steps = [
    step([], null),
    step([0], null, { branch: 1, cancel }),
    step([1], 1, { branch: 1 }),
    step([0, 2], 0),
  ]
  const { records } = await runAndListen(runLoad, planOf(server.url, steps))
  const codes = [null, null, 'branch-cancelled', null]
  expect(records.map(({ error }) => error?.code ?? null)).toEqual([...codes, ...codes, ...codes])
  // Two tokens were of the first step.
  const [, , second, join] = records
  expect(second?.firstTokenAtUs).not.toBeNull()
  expect(join?.turn?.step?.cancelledBranches).toEqual([1])
})

it('a branch in the pause of its tools is cancelled at once', async () => {
  const server = await serve()
  const cancel = { afterS: 0.1, afterTokens: null, when: [], steps: [1, 2] }
  const steps = [
    step([], null),
    step([0], null, { branch: 1, cancel }),
    step([1], 1, { branch: 1, toolS: 600 }),
    step([0, 2], 0),
  ]
  const { conversations, ...plan } = planOf(server.url, steps)
  const thinkS = Float64Array.from({ length: 12 }, (_, place) => (place % 4 === 2 ? 600 : 0))
  const paused = { ...plan, conversations: { ...conversations, thinkS } }
  const { records } = await runAndListen(runLoad, paused)
  expect(records.map(({ turn }) => turn?.number)).toEqual([0, 1, 3, 0, 1, 3, 0, 1, 3])
  const [first, , join] = records
  expect((join?.scheduledAtUs ?? 0) - (first?.endedAtUs ?? 0)).toBeGreaterThanOrEqual(99_000)
  expect(join?.turn?.step?.whole?.thinkUs).toBe(0)
})

it('a branch that is over before its condition comes true is not cancelled', async () => {
  const server = await serve('none')
  const steps = [
    step([], null),
    step([0], null, {
      branch: 1,
      cancel: { afterS: 60, afterTokens: 500, when: [], steps: [1] },
    }),
    step([0, 1], 0, {}),
  ]
  const { records } = await runAndListen(runLoad, planOf(server.url, steps))
  expect(records.map(({ error }) => error)).toEqual(new Array(9).fill(null))
  expect(records.map(({ turn }) => turn?.step?.cancelledBranches)).toEqual(
    records.map(() => undefined),
  )
})
