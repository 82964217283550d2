import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { benchServeFlags } from '#core/command-line/bench-serve-flags.ts'
import { commandLine } from '#node/files/own-programs.test-support.ts'
import { callCli } from './call-cli.test-support.ts'
import { builtProgram, runCli } from './run-cli.test-support.ts'

const source = fileURLToPath(new URL('main.ts', import.meta.url))
const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest))

describe('the program', () => {
  test('lists its commands when nothing or help is asked for', async () => {
    const bare = await runCli([])
    expect(await runCli(['--help'])).toEqual(bare)
    expect(bare).toMatchObject({ code: 0, notes: '' })
    expect(bare.output).toMatch(/bench serve.*simulate.*web.*demo/s)
    expect(await runCli(['help'])).toEqual(bare)
  })

  test('takes "help COMMAND" for "COMMAND --help"', async () => {
    const asFlag = await runCli(['simulate', '--help'])
    expect(asFlag.output).toContain('--preset')
    expect(await runCli(['help', 'simulate'])).toEqual(asFlag)
  })

  test('prints its version, also from source and through the launcher', async () => {
    expect(await runCli(['--version'])).toEqual({ code: 0, output: `${version}\n`, notes: '' })
    const fromSource = await runCli(['--version'], { program: source })
    expect(fromSource).toEqual({ code: 0, output: `${version}\n`, notes: '' })
    const launched = await runCli(['--version'], { program: builtProgram })
    expect(launched).toMatchObject({ code: 0, output: `${version}\n` })
  })

  test('asks for another folder where the current one was removed', () => {
    const program = [process.execPath, source, 'bench', 'serve', '--base-url', 'http://127.0.0.1:9']
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', 'rmdir "$PWD"; exec "$@"', 'sh', ...program],
      {
        cwd: mkdtempSync(join(tmpdir(), 'kneepoint-gone-')),
        env: { ...process.env, LC_ALL: 'C' },
        encoding: 'utf8',
      },
    )
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'kneepoint: The current folder no longer exists.\n  Change to a folder that exists (cd), and start again.\n',
    })
  })

  test('explains every flag of bench serve', async () => {
    const { code, output } = await runCli(['bench', 'serve', '--help'])
    expect(code).toBe(0)
    expect(benchServeFlags.filter(({ flag }) => !output.includes(`  ${flag}`))).toEqual([])
    expect(Math.max(...output.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  test.each([
    [['--help=max-concurrency'], '--max-concurrency N'],
    [['--help=traffic'], '--burstiness SHAPE'],
  ])('explains a part of it on %j', async (args, text) => {
    const { code, output } = await callCli(['bench', 'serve', ...args])
    expect(code).toBe(0)
    expect(output).toContain(text)
    expect(output).not.toContain('--host')
  })

  test.each(['all', 'page', 'ListGroup'])('explains all of it on --help=%s', async (word) => {
    const { code, output } = await callCli(['bench', 'serve', `--help=${word}`])
    expect(code).toBe(0)
    expect(output).toContain('--burstiness SHAPE')
    expect(output).toContain('--host')
  })

  test.each([
    [['bench', 'serv'], 'There is no command "bench serv".', 'Did you mean "bench serve"?'],
    [['sweep', 'knee.yaml'], 'There is no command "sweep".', 'Did you mean "bench sweep"?'],
    [['serve', '--port', '1'], 'There is no command "serve".', 'Did you mean "bench serve"?'],
    [['comparee', 'a', 'b'], 'There is no command "comparee".', 'Did you mean "compare"?'],
    [['frobnicate'], 'There is no command "frobnicate".', 'See kneepoint --help.'],
    [['simulate', '--prot', '1'], 'There is no flag --prot.', 'Did you mean --port?'],
    [
      ['simulate', '--startup-seconds', '1'],
      'There is no flag --startup-seconds.',
      'Did you mean --startup-s?',
    ],
    [
      ['simulate', '--preset', 'gtx'],
      'There is no simulator preset "gtx".',
      'Choose one of: quick',
    ],
    [['web', '--port', '-1'], '--port must be at least 0, not "-1".', ''],
    [['demo', '--output-dir', '/dev/null/x'], 'Cannot write to /dev/null/x: not a directory.', ''],
  ])('%j is refused in a sentence', async (args, sentence, remedy) => {
    const { code, output, notes } = await callCli(args)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(notes).toContain(`kneepoint: ${sentence}\n`)
    expect(notes).toContain(remedy)
  })

  test.each([
    ['as users start it', commandLine],
    ['from source', source],
  ])('runs a simulator until Ctrl-C, %s', async (_how, program) => {
    const args = ['simulate', '--port', '0', '--startup-s', '0']
    const { code, output } = await runCli(args, { program, interruptAfter: 'is ready at' })
    expect(code).toBe(0)
    expect(output).toContain('Application startup complete.')
  })
})
