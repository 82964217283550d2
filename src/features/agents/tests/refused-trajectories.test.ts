// Trajectories that cannot be right, given to the built program: a sentence with the place and a remedy, and nothing is sent.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { refusedCommands } from '../../../../tests/command-line/refused-commands.ts'

const chat = ['--backend', 'openai-chat', '--endpoint', '/v1/chat/completions']
const user = { role: 'user', content: 'Hi' }
const answer = { role: 'assistant', content: 'ok' }
const step = (id: string, after: readonly string[] = []) => ({
  ...{ id, after, messages: [user], output_tokens: 4 },
})
const good = { messages: [user, answer] }

const trajectories: readonly (readonly [what: string, second: object, says: RegExp])[] = [
  [
    'a tool result that no call asked for',
    { messages: [user, { role: 'tool', tool_call_id: 'x', content: '' }] },
    /agents\.jsonl, line 2: messages\.1\.tool_call_id: no response before it calls a tool/,
  ],
  [
    'steps that wait for each other',
    { steps: [step('a', ['b']), step('b', ['a'])] },
    /agents\.jsonl, line 2: steps\.0\.after: the steps wait for each other: a → b → a/,
  ],
  [
    'a branch that never ends',
    { steps: [step('a'), step('b', ['a']), step('c', ['a'])] },
    /agents\.jsonl, line 2: steps\.1: no step waits for "b", so that its branch never ends/,
  ],
  [
    'times that run backwards',
    {
      messages: [
        { ...user, at_s: 5 },
        { ...answer, at_s: 4 },
      ],
    },
    /agents\.jsonl, line 2: messages\.1\.at_s: 4 s is before 5 s/,
  ],
]

/** Traces of single requests, and trajectories in other forms. */
const traces: readonly (readonly [
  lines: readonly object[],
  flags: readonly string[],
  says: RegExp,
])[] = [
  [
    [
      { timestamp: 1000, input_length: 600, output_length: 4, hash_ids: [1, 2] },
      { timestamp: 400, input_length: 600, output_length: 4, hash_ids: [1, 2] },
    ],
    ['--dataset-name', 'timed_trace', '--timed-trace-layout', 'mooncake', '--self-timed'],
    /agents\.jsonl, line 2: field "timestamp": 400 is before 1000 of the entry before it/,
  ],
  [
    [
      {
        block_size: 64,
        requests: [
          { t: 5, type: 'n', in: 64, out: 4, hash_ids: [1], api_time: 1 },
          { t: 2, type: 'n', in: 128, out: 4, hash_ids: [1, 2], api_time: 1 },
        ],
      },
    ],
    [...chat, '--dataset-name', 'agent_trace'],
    /agents\.jsonl, line 1: requests\.1\.t: 2 s is before 5 s, which it follows/,
  ],
  [
    [
      {
        context: { trace_id: 'a', span_id: '1' },
        start_time: '2026-01-01T00:00:02Z',
        end_time: '2026-01-01T00:00:01Z',
        attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 10 },
      },
    ],
    [...chat, '--dataset-name', 'agent_trace'],
    /agents\.jsonl, line 1: end_time: 1767225601 s is before 1767225602 s/,
  ],
]

test('the place and a remedy are printed', async () => {
  const { cwd, refused, sent } = await refusedCommands()
  for (const [, second, says] of trajectories) {
    const lines = [good, second].map((each) => JSON.stringify(each))
    writeFileSync(path.join(cwd, 'agents.jsonl'), lines.join('\n'))
    const dataset = ['--dataset-name', 'agent_trace', '--dataset-path', 'agents.jsonl']
    // The next line is what to do.
    await refused([...chat, ...dataset], new RegExp(String.raw`${says.source}.*\n  \S`))
  }
  for (const [lines, args, says] of traces) {
    writeFileSync(
      path.join(cwd, 'agents.jsonl'),
      lines.map((each) => JSON.stringify(each)).join('\n'),
    )
    const nextLine = new RegExp(String.raw`${says.source}.*\n  \S`)
    await refused([...args, '--dataset-path', 'agents.jsonl'], nextLine)
  }
  expect(await sent()).toEqual([])
})
