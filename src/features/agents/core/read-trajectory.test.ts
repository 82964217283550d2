import { expect, test } from 'vitest'
import { readTrajectory } from './read-trajectory.ts'

const call = (id: string) => ({ id, type: 'function', function: { name: 'run', arguments: '{}' } })
const system = { role: 'system', content: 'You fix bugs.' }
const user = { role: 'user', content: 'Fix it.' }
const result = (id: string, more: object = {}) => {
  return { role: 'tool', tool_call_id: id, content: 'done', ...more }
}
const asks = (...ids: string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map(call) })

test('each response of recorded messages is a step, and tool results belong to the next', () => {
  const { steps } = readTrajectory(
    {
      messages: [
        system,
        user,
        asks('a', 'b'),
        result('a', { latency_s: 0.5 }),
        result('b', { latency_s: 2 }),
        { role: 'assistant', content: 'Fixed.', output_tokens: 7 },
        { role: 'user', content: 'Thanks', think_s: 9 },
      ],
    },
    'log.jsonl, line 1',
  )
  expect(steps).toMatchObject([
    { after: [], continues: null, toolS: 0, thinkS: 0, calls: [{ id: 'a' }, { id: 'b' }] },
    { after: [0], continues: 0, toolS: 2, thinkS: 0, tools: 2, outputTokens: 7, answer: 'Fixed.' },
    { after: [1], continues: 1, toolS: 0, thinkS: 9, answer: null },
  ])
  expect(steps[1]?.messages).toEqual([result('a'), result('b')])
})

test('pauses follow from the times of messages', () => {
  const at = (message: object, atS: number) => ({ ...message, at_s: atS })
  const { steps } = readTrajectory(
    {
      messages: [
        at(user, 10),
        at(asks('a'), 12),
        at(result('a'), 15),
        at({ role: 'assistant', content: 'Done' }, 16),
        at(user, 20),
      ],
    },
    'log.jsonl, line 1',
  )
  expect(steps.map(({ toolS, thinkS }) => [toolS, thinkS])).toEqual([
    [0, 0],
    [3, 0],
    [0, 4],
  ])
})

test('a latency that was not recorded is left to a draw', () => {
  const { steps } = readTrajectory({ messages: [user, asks('a'), result('a')] }, 'l')
  expect(steps[1]).toMatchObject({ toolS: null, tools: 1 })
})

const step = (id: string, more: object = {}) => ({ id, messages: [user], ...more })

/** Two subagents, of which one may be cancelled. */
const fanned = (cancel: object, join: object = {}) => [
  step('plan'),
  step('one', { after: ['plan'], continues: null, output_tokens: 10, cancel }),
  step('more', { after: ['one'], output_tokens: 20 }),
  step('two', { after: ['plan'], continues: null }),
  step('join', { after: ['more', 'two'], continues: 'plan', ...join }),
]

test('a branch may be cancelled after a time, after tokens, or when another step ends', () => {
  const cancel = { after_s: 2.5, after_tokens: 29, when: ['two'] }
  const { steps } = readTrajectory({ steps: fanned(cancel) }, 'a.jsonl, line 1')
  expect(steps.map((each) => each.cancel)).toEqual([
    undefined,
    { afterS: 2.5, afterTokens: 29, when: [3] },
    ...[undefined, undefined, undefined],
  ])
})

test('steps may fan out and join, and are put into the order in which they wait', () => {
  const { steps } = readTrajectory(
    {
      steps: [
        step('plan', { tool_calls: [call('x'), call('y')], end_s: 2 }),
        step('two', { after: ['plan'], continues: null, tool_s: 1 }),
        step('join', {
          after: ['one', 'two'],
          continues: 'plan',
          messages: [result('x'), result('y')],
        }),
        step('one', { after: ['plan'], continues: null, start_s: 3 }),
        step('end', { after: ['join'] }),
      ],
    },
    'graph.jsonl, line 4',
  )
  expect(steps.map(({ after, continues, toolS }) => [after, continues, toolS])).toEqual([
    [[], null, 0],
    [[0], null, 1],
    [[0], null, 1],
    [[2, 1], 0, null],
    [[3], 3, null],
  ])
})

test.each([
  [
    'a tool result that no call asked for',
    { messages: [user, asks('a'), result('z')] },
    'log.jsonl, line 3: messages.2.tool_call_id: no response before it calls a tool with the id "z"',
  ],
  [
    'a call without a result',
    { messages: [user, asks('a', 'b'), result('a'), { role: 'assistant', content: 'ok' }] },
    'log.jsonl, line 3: messages.1.tool_calls: the call "b" has no result before the next step, so that its step never ends',
  ],
  [
    'times that run backwards',
    {
      messages: [
        { ...user, at_s: 5 },
        { role: 'assistant', content: 'ok', at_s: 4 },
      ],
    },
    'log.jsonl, line 3: messages.1.at_s: 4 s is before 5 s, which it follows',
  ],
  [
    'a latency below 0',
    { messages: [user, asks('a'), result('a', { latency_s: -1 })] },
    'log.jsonl, line 3, messages.2: latency_s: must be at least 0',
  ],
  [
    'a response to nothing',
    { messages: [{ role: 'assistant', content: 'hello' }] },
    'log.jsonl, line 3: messages.0: a response to which no message leads',
  ],
  [
    'steps that wait for each other',
    { steps: [step('a', { after: ['b'] }), step('b', { after: ['a'] })] },
    'log.jsonl, line 3: steps.0.after: the steps wait for each other: a → b → a',
  ],
  [
    'a branch that never ends',
    { steps: [step('a'), step('b', { after: ['a'] }), step('c', { after: ['a'] })] },
    'log.jsonl, line 3: steps.1: no step waits for "b", so that its branch never ends',
  ],
  [
    'a cancellation without a condition',
    { steps: fanned({}) },
    'log.jsonl, line 3: steps.1.cancel has no condition',
  ],
  [
    'an unknown condition',
    { steps: fanned({ after: 3 }) },
    'log.jsonl, line 3: steps[1].cancel: does not know after',
  ],
  [
    'more tokens than a branch has',
    { steps: fanned({ after_tokens: 30 }) },
    'log.jsonl, line 3: steps.1.cancel.after_tokens can never come true: the branch has 30 output tokens, and 30 are set',
  ],
  [
    'a race with a step that waits for the branch',
    { steps: fanned({ when: ['join'] }) },
    'log.jsonl, line 3: steps.1.cancel.when can never come true: "join" ends only after the branch of "one"',
  ],
  [
    'a race with itself',
    { steps: fanned({ when: ['two', 'more'] }) },
    'log.jsonl, line 3: steps.1.cancel.when can never come true: "more" ends only after the branch of "one"',
  ],
  [
    'a race that is over before it begins',
    { steps: fanned({ when: ['plan'] }) },
    'log.jsonl, line 3: steps.1.cancel.when: "plan" has ended before the branch of "one" begins',
  ],
  [
    'a race with a step that does not exist',
    { steps: fanned({ when: ['z'] }) },
    'log.jsonl, line 3: steps.1: there is no step "z"',
  ],
  [
    'a cancellation that leaves no end',
    { steps: [step('a'), step('b', { cancel: { after_s: 3 } }), step('c')] },
    'log.jsonl, line 3: steps.1.cancel: the branch of "b" holds the step that ends the trajectory',
  ],
  [
    'a step that continues what may be cancelled',
    { steps: fanned({ after_s: 3 }, { continues: 'more' }) },
    'log.jsonl, line 3: steps.4.continues: the step "join" continues "more", which may be cancelled before it responds',
  ],
  [
    'a step that does not exist',
    { steps: [step('a', { after: ['z'] })] },
    'log.jsonl, line 3: steps.0: there is no step "z"',
  ],
  [
    'two steps of the same name',
    { steps: [step('a'), step('a')] },
    'log.jsonl, line 3: steps.1: there already is a step "a"',
  ],
  [
    'a context that is not known when its step begins',
    {
      steps: [
        step('a'),
        step('b', { after: ['a'] }),
        step('c', { after: ['a'], continues: 'b' }),
        step('d', { after: ['b', 'c'], continues: 'c' }),
      ],
    },
    'log.jsonl, line 3: steps.2.continues: the step "c" does not wait for "b"',
  ],
  [
    'a step that begins before the one it waits for ends',
    { steps: [step('a', { start_s: 0, end_s: 4 }), step('b', { start_s: 3 })] },
    'log.jsonl, line 3: steps.1.start_s: 3 s is before 4 s, which it follows',
  ],
])('refuses %s', (_what, entry, problem) => {
  expect(() => readTrajectory(entry, 'log.jsonl, line 3')).toThrow(problem)
})
