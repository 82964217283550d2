// Exit codes of every command: success, and names that do not exist. Failures and signals: endings.test.ts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { exitCodes } from '../../src/cli/exit.ts'
import { baseCommands } from '../../src/cli/program.ts'
import { builtProgram, runCli } from '../../src/cli/run-cli.test-support.ts'
import { keptFolder, startSimulate } from './built-programs.ts'

const folder = keptFolder()
const options = { program: builtProgram, cwd: folder, env: { KNEEPOINT_DATA: folder } }

beforeAll(async () => {
  const server = await startSimulate(['--preset', 'quick'])
  const load = ['--random-input-len', '8', '--random-output-len', '4', '--num-prompts', '3']
  const plan = { 'dataset-name': 'random', 'num-prompts': 3, 'random-output-len': 4 }
  const servers = [{ url: server.baseUrl }]
  const sweep = { name: 's', servers, load: { 'request-rate': 50 }, benchmark: plan }
  writeFileSync(path.join(folder, 'sweep.json'), JSON.stringify(sweep))
  writeFileSync(path.join(folder, 'run.sh'), 'vllm bench serve --model m --num-prompts 3')
  try {
    for (const name of ['one', 'two']) {
      const files = ['--save-run', '--label', name, '--save-result', '--result-filename', name]
      const flags = ['--base-url', server.baseUrl, '--model', 'sim', ...load, ...files]
      const { code, notes } = await runCli(['bench', 'serve', ...flags], options)
      expect(code, notes).toBe(0)
    }
    expect(await runCli(['bench', 'sweep', 'sweep.json'], options)).toMatchObject({ code: 0 })
    const bundled = ['report', 'one', '--output', 'one.kneepoint.jsonl.gz']
    expect(await runCli(bundled, options)).toMatchObject({ code: 0 })
  } finally {
    await server.stop()
  }
}, 60_000)

/** Arguments with which each command ends by itself. */
const done: Readonly<Record<string, readonly string[]>> = {
  simulate: ['--explain'],
  'host list': [],
  'host facts': ['local'],
  'server list': ['--on', 'local'],
  runs: [],
  import: ['two'],
  paste: ['run.sh'],
  export: ['one'],
  'db check': [],
  'db backup': ['copy.db'],
  'db vacuum': [],
  'db repair': [],
  compare: ['one', 'two'],
  report: ['--last'],
  verify: ['one.kneepoint.jsonl.gz'],
  completions: ['zsh'],
}

/** Names and files that do not exist. */
const absent: Readonly<Record<string, readonly string[]>> = {
  'bench serve': ['--base-url', 'ftp://x'],
  'bench sweep': ['nosuch.json'],
  'bench sweep serve': [
    ...['--serve-cmd', 'vllm serve m', '--bench-cmd', 'vllm bench serve'],
    ...['--bench-params', 'nosuch.json', '--dry-run'],
  ],
  simulate: ['--preset', 'nosuch'],
  record: ['--upstream', 'ftp://nosuch'],
  'host add': ['nosuch host'],
  'host facts': ['nosuch'],
  'server launch': ['nosuch', '--', 'm'],
  'bench startup': ['nosuch', '--', 'm'],
  'server list': ['--on', 'nosuch'],
  'server logs': ['nosuch'],
  'server stop': ['nosuch'],
  import: ['nosuch.json'],
  paste: ['nosuch.sh'],
  verify: ['nosuch.jsonl'],
  export: ['nosuch'],
  compare: ['nosuch', 'one'],
  ...(existsSync('src/features/tune') && { tune: ['nosuch.json'] }),
  report: ['nosuch'],
  completions: ['nosuch'],
}

/** Commands that end by a signal or by their findings. */
const otherwise = ['bench serve', 'bench sweep', 'host add', 'server launch', 'server logs'].concat(
  ['bench sweep serve', 'bench startup'],
  ['server stop', 'calibrate', 'demo', 'record', 'web', 'doctor'],
)

test('every command is tried', () => {
  const base = baseCommands.map(([name]) => name).filter((name) => name !== 'complete')
  expect(base.filter((name) => !(name in done) && !otherwise.includes(name))).toEqual([])
})

describe('success', { timeout: 60_000 }, () => {
  test.each(Object.entries(done))('%s ends with 0', async (name, args) => {
    const { code, notes } = await runCli([...name.split(' '), ...args], options)
    expect(code, notes).toBe(0)
  })
})

describe('given a name that does not exist', { timeout: 60_000 }, () => {
  test.each(Object.entries(absent))('%s ends with 2 and a sentence', async (name, args) => {
    const { code, notes } = await runCli([...name.split(' '), ...args], options)
    expect(code, notes).toBe(2)
    expect(notes).toMatch(/nosuch|ftp/)
    expect(notes).not.toMatch(/^ +at /m)
  })
})

test('the table of the documentation has every code', () => {
  const page = readFileSync('docs/cli.md', 'utf8')
  const [, table = ''] = /## Exit codes\n([^]*?)\n## /.exec(page) ?? []
  const listed = [...table.matchAll(/^\| +(\d+) \|/gm)].map(([, code]) => Number(code))
  expect(listed).toEqual(Object.values(exitCodes).toSorted((a, b) => a - b))
})
