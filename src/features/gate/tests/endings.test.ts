// A gate through its endings: no request succeeded, a signal, a file that does not exist.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli, type CliOptions } from '#cli/run-cli.test-support.ts'
import { commandLine } from '#node/files/own-programs.test-support.ts'
import { keptFolder } from '../../../../tests/command-line/built-programs.ts'
import { pacedServer } from '../../../../tests/command-line/paced-server.ts'

const folder = keptFolder()
const server = pacedServer()
const env = { KNEEPOINT_DATA: path.join(folder, 'data') }

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const kind of ['slow', 'down']) {
    const file = {
      ...{ name: kind, server: { url: `${url}/${kind}` } },
      benchmark: {
        ...{ 'dataset-name': 'random', 'prompt-token-ids': true, 'vocab-size': 1000, model: 'm' },
        ...{ 'num-prompts': 10, 'random-output-len': 4 },
      },
      figures: { 'output-throughput': '50 %' },
    }
    writeFileSync(path.join(folder, `${kind}.json`), JSON.stringify(file))
  }
  const model = ['--model', 'm', '--prompt-token-ids', '--vocab-size', '1000']
  const load = ['--random-input-len', '4', '--random-output-len', '4', '--num-prompts', '3']
  const saved = [...model, ...load, '--disable-tqdm', '--save-run', '--label', 'one']
  const { code, notes } = await runCli(['bench', 'serve', '--base-url', `${url}/fast`, ...saved], {
    ...{ cwd: folder, env },
  })
  expect(code, notes).toBe(0)
}, 120_000)

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const gate = (file: string, args: readonly string[] = [], options: CliOptions = {}) =>
  runCli(['gate', file, '--baseline', 'one', ...args], { cwd: folder, env, ...options })

test('no request succeeded', async () => {
  const { code, notes } = await gate('down.json', ['--repeats', '3'])
  expect(code, notes).toBe(4)
}, 60_000)

test('SIGTERM during a run', { tags: 'nightly', timeout: 60_000 }, async () => {
  const args = [commandLine, 'gate', 'slow.json', '--baseline', 'one']
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      const isRunning = /It is sweep|Repeat 1 of/.test((printed += piece.toString()))
      if (isRunning) setTimeout(() => child.kill('SIGTERM'), 700)
    })
  }
  expect(await closed, printed).toEqual([143, null])
})

test('a file that does not exist', async () => {
  const { code, notes } = await gate('nosuch.json')
  expect(code).toBe(2)
  expect(notes).toContain('nosuch')
})
