// Servers and hosts from the command line, on this computer, each command in a process of its own.
// @module-tag nightly
import { mkdirSync, rmSync } from 'node:fs'
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
  VLLM_API_KEY: 'k 1',
}
mkdirSync(env.HOME)

test('this computer is listed and reports its facts', async () => {
  const list = await runCli(['host', 'list'], { env })
  expect(list.output).toContain('This computer')
  const facts = await runCli(['host', 'facts', 'local', '--json'], { env })
  expect(JSON.parse(facts.output)).toMatchObject({ installations: [{ version: '0.28.0' }] })
})

test('a server is launched, listed, read and stopped', async () => {
  const words = ['server', 'launch', 'local', '--name', 'Tiny', '--secret', 'VLLM_API_KEY']
  const launched = await runCli([...words, '--', 'org/tiny', '--max-num-seqs', '8'], { env })
  expect(launched.notes).toContain('--max-num-seqs 8')
  expect(launched.notes + launched.output).not.toContain('k 1')
  const [id = ''] = launched.output.split('\n')
  expect(id).toMatch(/^tiny-[0-9a-f]{6}$/)
  expect(launched.output).toContain('is ready after')
  expect((await runCli(['server', 'list'], { env })).output).toMatch(new RegExp(`${id}.*runs`))
  const logs = await runCli(['server', 'logs', id], { env })
  expect(logs.output).toContain('Application startup complete.')
  const stopped = await runCli(['server', 'stop', id], { env })
  expect(stopped).toMatchObject({ code: 0, output: 'It ended on request.\n' })
  expect((await runCli(['server', 'list'], { env })).output).toMatch(new RegExp(`${id}.*stopped`))
})

test('what vLLM would refuse is refused before, with the flag that was meant', async () => {
  const args = ['server', 'launch', 'local', '--', 'org/tiny', '--max-num-seqs', 'many']
  const { code, notes } = await runCli(args, { env })
  expect(code).not.toBe(0)
  expect(notes).toContain('max-num-seqs')
  expect(notes).toContain('Nothing was launched')
})

test('a server that fails to start says why', async () => {
  const variables = ['--env', 'STAND_IN_FAILURE=out-of-memory', '--env', 'STAND_IN_STARTUP_S=0.5']
  const args = ['server', 'launch', 'local', ...variables, '--', 'org/tiny']
  const { code, notes } = await runCli(args, { env })
  expect(code).not.toBe(0)
  expect(notes).toContain('CUDA out of memory')
})

test('no model is a mistake of the command line', async () => {
  const { code, notes } = await runCli(['server', 'launch', 'local'], { env })
  expect(code).toBe(2)
  expect(notes).toContain('names no model')
})
