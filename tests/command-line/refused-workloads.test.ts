// Workloads that cannot be right, given to the built program: a sentence with the place and a remedy, and nothing is sent.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtProgram, runCli } from '../../src/cli/run-cli.test-support.ts'
import { simulate } from './built-programs.ts'

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

const flags: readonly (readonly [flags: readonly string[], says: RegExp])[] = [
  [['--retry-status', '429,999'], /--retry-status: 999 is no status .*; choose from .*429/],
  [['--cancel-after', '3 apples'], /--cancel-after: "?3 apples"? is neither a time nor .*500ms/],
  [
    ['--telemetry-metric', 'vllm:num_requests_runing', '--save-run'],
    /has no metric .* Nearest: vllm:num_requests_running.*\n {2}Correct --telemetry-metric/,
  ],
]

test('trajectories, a status, a cancellation and a metric', async () => {
  const server = await simulate()
  const cwd = mkdtempSync(path.join(tmpdir(), 'kneepoint-refused-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const env = { KNEEPOINT_DATA: cwd }
  const refused = async (args: readonly string[], says: RegExp) => {
    const target = ['--base-url', server.baseUrl, '--model', 'sim']
    const { code, output, notes } = await runCli(['bench', 'serve', ...target, ...args], {
      ...{ program: builtProgram, cwd, env },
    })
    expect(code, notes).toBe(2)
    expect(notes).toMatch(says)
    expect(output).not.toContain('Starting main benchmark run')
  }
  for (const [, second, says] of trajectories) {
    const lines = [good, second].map((each) => JSON.stringify(each))
    writeFileSync(path.join(cwd, 'agents.jsonl'), lines.join('\n'))
    const dataset = ['--dataset-name', 'agent_trace', '--dataset-path', 'agents.jsonl']
    // The next line is what to do.
    await refused([...chat, ...dataset], new RegExp(String.raw`${says.source}.*\n  \S`))
  }
  for (const [args, says] of flags) await refused([...args, '--num-prompts', '2'], says)
  expect(await server.logged(0)).toEqual([])
})
