import { expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { toyTokenizer } from '#core/workload/fixtures/toy-tokenizer.ts'
import { countTrajectories } from './count-trajectories.ts'
import { readTrajectory } from './read-trajectory.ts'
import { makePrompts } from './made-prompts.ts'

const call = (t: number, more: object) => ({ t, type: 's', model: 'm', out: 10, ...more })

/** As kv-cache-tester writes one: blocks of 8 tokens, of which only whole ones have ids. */
const trace = (requests: readonly object[], more: object = {}) => {
  return { id: 'trace_0001', models: ['m'], block_size: 8, requests, ...more }
}

const agent = (t: number, requests: readonly object[], more: object = {}) => ({
  ...{ t, type: 'subagent', agent_id: 'agent_001', subagent_type: 'Explore', models: ['m'] },
  ...{ status: 'completed', duration_ms: 1000, requests, ...more },
})

const first = call(0, { in: 20, hash_ids: [1, 2], api_time: 2, stop: 'tool_use' })
const second = call(5, { in: 44, hash_ids: [1, 2, 3, 4, 5], api_time: 1 })

test('a call goes on from the longest context that its blocks begin with', () => {
  const { steps } = readTrajectory(trace([first, second]), 'trace.json, line 1')
  expect(steps).toMatchObject([
    { after: [], continues: null, outputTokens: 10, toolS: 0, thinkS: 0 },
    { after: [0], continues: 0, outputTokens: 10, toolS: 3, thinkS: 0 },
  ])
  const tokens = steps.map(({ made }) => made?.reduce((sum, piece) => sum + piece.tokens, 0))
  // Of 44 tokens 20 were the prompt before and 10 its response.
  expect(tokens).toEqual([20, 14])
})

test('the pause before a user is no tool, and a recorded one wins over the times', () => {
  const spoken = { ...second, input_types: ['text'], think_time: 1.5 }
  const { steps } = readTrajectory(trace([first, spoken]), 't')
  expect(steps[1]).toMatchObject({ toolS: 0, thinkS: 1.5 })
})

test.each([
  ['from its own beginning', 0],
  ['from that of the trace', 5],
])('subagents run beside each other, with times %s, and the parent waits for them', (_, zero) => {
  const inner = (t: number) => call(zero + t, { in: 16, hash_ids: [7, 8], api_time: 1 })
  const last = call(12, { in: 60, hash_ids: [1, 2, 3, 4, 5, 6, 7], api_time: 1 })
  const requests = [first, agent(5, [inner(0.5), inner(2)]), agent(5, [inner(0.25)]), last]
  const { steps } = readTrajectory(trace(requests), 't')
  expect(steps.map(({ after, toolS, thinkS }) => [after, (toolS ?? 0) + (thinkS ?? 0)])).toEqual([
    [[], 0],
    [[0], 3.5],
    [[1], 0.5],
    [[0], 3.25],
    [[2, 3], 4],
  ])
  expect(steps.map(({ continues }) => continues)).toEqual([null, null, null, null, 0])
})

test('no step waits for a subagent in the background', () => {
  const inner = call(6, { in: 16, hash_ids: [7, 8], api_time: 1 })
  const background = agent(3, [inner], { status: 'async_launched', duration_ms: null })
  const last = { ...second, t: 9 }
  const { steps } = readTrajectory(trace([first, background, last]), 't')
  expect(steps.map(({ after }) => after)).toEqual([[], [0], [0]])
})

test('calls that overlap run in parallel, and a repeated prompt does not go on from itself', () => {
  const again = { ...first, t: 1 }
  const { steps } = readTrajectory(trace([first, again, second]), 't')
  expect(steps.map(({ after }) => after)).toEqual([[], [], [0, 1]])
  expect(steps.map(({ continues }) => continues)).toEqual([null, null, 1])
})

test('equal blocks become equal text, and every prompt has its length', async () => {
  const forked = call(6, { in: 40, hash_ids: [1, 2, 9, 10, 11], api_time: 1 })
  const fresh = call(8, { in: 32, hash_ids: [1, 30, 31, 32], api_time: 1 })
  const trajectory = readTrajectory(trace([first, second, forked, fresh]), 't')
  const making = { tokenizer: toyTokenizer, random: new NumpyRandomState(1), hasAnswers: true }
  const made = await makePrompts([trajectory], making)
  const counted = await countTrajectories(made, { fixed: null, unanswered: 1 }, toyTokenizer)
  const { steps = [] } = counted[0] ?? {}
  expect(steps.map(({ ownTokens }) => ownTokens)).toEqual([20, 14, 10, 32])
  expect(steps.map(({ answerTokens }) => answerTokens)).toEqual([10, 10, 10, 10])
  // Its first block is that of the first context.
  expect(steps[3]?.sharedTokens).toBe(8)
  const [begin, , , again] = steps.map(({ texts }) => texts ?? [])
  expect(again?.[0]).toBe(begin?.[0])
  expect(again?.[1]).not.toBe(begin?.[1])
})

test('blocks of several traces are the same where their ids are global', () => {
  const keysOf = (scope: string, where: string) => {
    const { steps } = readTrajectory(trace([first], { hash_id_scope: scope }), where)
    return steps[0]?.made?.slice(0, 2).map(({ key }) => key)
  }
  expect(keysOf('global', 'line 1')).toEqual(keysOf('global', 'line 2'))
  expect(keysOf('local', 'line 1')).not.toEqual(keysOf('local', 'line 2'))
})

test.each([
  ['times that run backwards', [second, first], 'line 3: requests.1.t: 0 s is before 5 s'],
  ['no call', [agent(0, [])], 'line 3: requests: no call of a model'],
  ['a prompt without tokens', [call(0, { in: 0 })], 'line 3: requests[0].in: must be at least 1'],
  ['an unknown entry', [{ t: 0, type: 'x' }], 'line 3: requests[0].type: must be n, s or subagent'],
])('refuses %s', (_what, requests, problem) => {
  expect(() => readTrajectory(trace(requests), 'line 3')).toThrow(problem)
})
