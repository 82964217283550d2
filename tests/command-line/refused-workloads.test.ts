// Workloads that cannot be right, given to the built program: a sentence with the place and a remedy, and nothing is sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtProgram, runCli } from '../../src/cli/run-cli.test-support.ts'
import { simulate } from './built-programs.ts'

const flags: readonly (readonly [flags: readonly string[], says: RegExp])[] = [
  [['--retry-status', '429,999'], /--retry-status: 999 is no status .*; choose from .*429/],
  [['--retry-status', '429,many'], /--retry-status takes HTTP statuses .*429,503, not "429,many"/],
  [['--cancel-after', '3 apples'], /--cancel-after: "?3 apples"? is neither a time nor .*500ms/],
  [
    ['--telemetry-metric', 'vllm:num_requests_runing', '--save-run'],
    /has no metric .* Nearest: vllm:num_requests_running.*\n {2}Correct --telemetry-metric/,
  ],
]

test('a status, a cancellation and a metric', async () => {
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
  for (const [args, says] of flags) await refused([...args, '--num-prompts', '2'], says)
  expect(await server.logged(0)).toEqual([])
})
