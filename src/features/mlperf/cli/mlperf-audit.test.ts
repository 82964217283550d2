// `kneepoint mlperf audit` of runs against a simulator, which stores no responses.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '#cli/run-cli.test-support.ts'
import { quietHooks, testSpec } from '#node/simulator/simulator.test-support.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-audit-'))
const options = { cwd: folder, env: { KNEEPOINT_DATA: folder } }
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(async () => {
  const simulator = await startSimulator(testSpec, quietHooks)
  const runs = {
    distinct: ['--num-prompts', '30'],
    repeated: ['--num-prompts', '1', '--duration-minutes', '0.02'],
  }
  for (const [label, flags] of Object.entries(runs)) {
    const { code, notes } = await runCli(
      [
        ...['bench', 'serve', '--base-url', `http://127.0.0.1:${simulator.port}`, '--label', label],
        ...['--prompt-token-ids', '--random-input-len', '16', '--random-output-len', '8'],
        ...['--dataset-name', 'random', '--max-concurrency', '2', '--save-run', ...flags],
      ],
      options,
    )
    expect(code, notes).toBe(0)
  }
  await simulator.stop()
}, 60_000)

test('judges a run of distinct prompts and one that repeats a prompt', async () => {
  const { output, notes } = await runCli(['mlperf', 'audit', 'distinct', 'repeated'], options)
  expect(output, notes).toMatch(/^(Passed|Failed): the repeated prompt/)
  expect(output).toContain('with distinct prompts')
})

test('refuses runs in the other order, and one run', async () => {
  const swapped = await runCli(['mlperf', 'audit', 'repeated', 'distinct'], options)
  expect(swapped).toMatchObject({ code: 2, output: '' })
  expect(swapped.notes).toContain('sends its prompts more than once')
  const one = await runCli(['mlperf', 'audit', 'distinct'], options)
  expect(one.notes).toContain('two completed runs')
})
