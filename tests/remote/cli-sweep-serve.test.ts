// The command line of `vllm bench sweep serve` over a server that it starts on this computer.
// @module-tag nightly
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import { installVllm } from './install-vllm.ts'
import { temporaryFolder } from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const env = {
  PATH: `${installVllm(folder)}:${process.env['PATH']}`,
  HOME: path.join(folder, 'home'),
  XDG_DATA_HOME: path.join(folder, 'share'),
  KNEEPOINT_DATA: path.join(folder, 'data'),
}
for (const place of [env.HOME, env.KNEEPOINT_DATA]) mkdirSync(place)
writeFileSync(path.join(folder, 'serve.json'), '[{"max_num_seqs": 8}, {"max_num_seqs": 16}]')

function sweepServe(name: string, ...flags: string[]) {
  const lengths = '--dataset-name random --random-input-len 16 --random-output-len 4'
  const bench = `vllm bench serve ${lengths} --num-prompts 5 --prompt-token-ids`
  const commands = ['--serve-cmd', 'vllm serve org/tiny', '--bench-cmd', bench]
  const args = ['--serve-params', 'serve.json', '--num-runs', '1', '-e', name]
  return runCli(['bench', 'sweep', 'serve', ...commands, ...args, ...flags], { env, cwd: folder })
}

test('starts the server for each setting, and runs the command after each run', async () => {
  const after = ['--after-bench-cmd', `sh -c 'echo done >> after.txt'`, '--show-stdout']
  const { code, notes } = await sweepServe('two', ...after)
  expect(code, notes).toBe(0)
  expect(readFileSync(path.join(folder, 'after.txt'), 'utf8')).toBe('done\ndone\n')
  expect(notes).toContain('Application startup complete')
  expect(readdirSync(path.join(folder, 'results', 'two')).sort()).toEqual([
    'sweep.yaml',
    'two.csv',
    'two.json',
  ])
}, 120_000)

test('a failure pauses the sweep, unless it should continue; --resume continues it', async () => {
  const failing = ['--after-bench-cmd', 'false']
  const paused = await sweepServe('fails', ...failing)
  expect(paused.code, paused.notes).toBe(1)
  expect(paused.notes).toContain('The command "false" ended with 1.')
  expect(paused.notes).toContain('1 of 2 points are measured and stored.')
  const resumed = await sweepServe('fails', '--resume', '--after-bench-cmd', 'true')
  expect(resumed.code, resumed.notes).toBe(0)
  const continued = await sweepServe('continues', ...failing, '--continue-on-error')
  expect(continued.code, continued.notes).toBe(0)
}, 240_000)
