// Sweeps of the command line over servers that they launch, on this computer.
// @module-tag nightly
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#node/storage/database.ts'
import { listRuns } from '#node/storage/runs.ts'
import { runCli, type CliOptions } from '../../src/cli/run-cli.test-support.ts'
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

const benchmark = {
  ...{ 'dataset-name': 'random', 'prompt-token-ids': true },
  ...{ 'random-input-len': 16, 'random-output-len': 4, 'num-prompts': 5 },
}
const launched = {
  ...{ name: 'launched', benchmark, load: { 'request-rate': 20 } },
  servers: [{ host: 'local', launch: 'vllm serve org/tiny --max-num-seqs 64' }],
  axes: [{ 'max-num-seqs': [8, 16] }],
}

function kneepoint(args: readonly string[], options: CliOptions = {}) {
  return runCli(args, { env, cwd: folder, ...options })
}

function sweep(file: object, ...flags: string[]) {
  writeFileSync(path.join(folder, 'sweep.json'), JSON.stringify(file))
  return ['bench', 'sweep', 'sweep.json', ...flags]
}

test('starts once for each of its settings, and stops at the end', async () => {
  const { code, notes } = await kneepoint(sweep(launched))
  expect(code, notes).toBe(0)
  const starts = notes.split('\n').filter((line) => line.includes('Starting '))
  expect(starts).toEqual([
    expect.stringContaining('with --max-num-seqs 8'),
    expect.stringContaining('with --max-num-seqs 16'),
  ])
  expect((await kneepoint(['server', 'list'])).output).not.toContain('runs')
}, 120_000)

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)(
  'leaves no server behind at %s',
  async (signal, exit) => {
    const load = { 'request-rate': [20, 2], 'seconds-per-point': 6 }
    const words = sweep({ ...launched, name: signal, load })
    const { code, notes } = await kneepoint(words, { interruptAfter: '───', signal })
    expect(code, notes).toBe(exit)
    expect(notes).toMatch(/^Stopped .*, which the sweep had started; --resume starts it again\.$/m)
    expect(notes).toContain('points are measured and stored')
    expect((await kneepoint(['server', 'list'])).output).not.toContain('runs')
  },
  120_000,
)

test('knows the launch at the address that it is given', async () => {
  const { output } = await kneepoint(['server', 'launch', 'local', '--', 'org/tiny'])
  const [id = ''] = output.split('\n')
  const [, port] = /at port (\d+)/.exec(output) ?? []
  const address = ['--base-url', `http://127.0.0.1:${port}`]
  const addressed = { name: 'by address', benchmark, load: { 'request-rate': 20 } }
  const { code, notes } = await kneepoint(sweep(addressed, ...address))
  expect(code, notes).toBe(0)
  const database = openDatabase(path.join(env.KNEEPOINT_DATA, 'kneepoint.db'))
  const [run] = listRuns(database, { text: '', sweepId: null })
  database.close()
  expect(run?.launch?.launchId).toBe(id)
  const list = await kneepoint(['server', 'list'])
  expect(list.output).toMatch(new RegExp(`${id}.*runs`))
  await kneepoint(['server', 'stop', id])
}, 120_000)
