// Every command through every ending: wrong usage, help, success, failure, signals, a closed pipe, a full disk.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inEnglish } from '#core/messages/message.ts'
import { commandLine } from '#node/files/own-programs.test-support.ts'
import type { Terminal } from '../../src/cli/command.ts'
import { reportFailure } from '../../src/cli/exit.ts'
import { commandNames, runProgram } from '../../src/cli/program.ts'
import { withHelpAsFlag } from '../../src/cli/arguments/help-request.ts'
import { keptFolder } from './built-programs.ts'
import { pacedServer } from './paced-server.ts'

const folder = keptFolder()
const model = ['--model', 'm', '--prompt-token-ids', '--vocab-size', '1000']
const lengths = ['--random-input-len', '4', '--random-output-len', '20', '--disable-tqdm']

const server = pacedServer()
let url = ''

const plan = {
  benchmark: { 'dataset-name': 'random', 'prompt-token-ids': true, 'vocab-size': 1000, model: 'm' },
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  for (const kind of ['fast', 'slow', 'down']) {
    const sweep = {
      ...{ name: kind, servers: [{ url: `${url}/${kind}` }], load: { 'request-rate': 50 } },
      benchmark: { ...plan.benchmark, 'num-prompts': 10, 'random-output-len': 4 },
      retries: 0,
    }
    writeFileSync(path.join(folder, `${kind}.json`), JSON.stringify(sweep))
  }
  const first = await ended(bench('fast', '--num-prompts', '3', '--save-run', '--label', 'one'))
  expect(first, first.notes).toMatchObject({ code: 0 })
  await ended(bench('fast', '--num-prompts', '3', '--save-run', '--label', 'two'))
}, 120_000)

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

function bench(kind: 'fast' | 'slow' | 'down', ...flags: readonly string[]): string[] {
  return ['bench', 'serve', '--base-url', `${url}/${kind}`, ...model, ...lengths, ...flags]
}

type Ended = Readonly<{ code: number | null; output: string; notes: string }>

type Circumstances = Readonly<{
  /** What reads standard output; `first` goes away after the first piece of it. */
  stdout?: 'all' | 'first' | 'nothing' | 'full'
  /** Called once this matches standard output or standard error. */
  when?: readonly [RegExp, (child: ChildProcess) => void]
  env?: Readonly<Record<string, string>>
}>

async function ended(
  args: readonly string[],
  { stdout = 'all', when, env }: Circumstances = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [commandLine, ...args], {
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C', KNEEPOINT_DATA: path.join(folder, 'data'), ...env },
    stdio: ['pipe', stdout === 'full' ? openSync('/dev/full', 'w') : 'pipe', 'pipe'],
  })
  let [output, notes, isDone] = ['', '', false]
  function look(): void {
    if (isDone || when?.[0].test(output + notes) !== true) return
    isDone = true
    when[1](child)
  }
  if (stdout === 'nothing') child.stdout?.destroy()
  child.stdout?.on('data', (piece: Buffer) => {
    output += piece.toString()
    if (stdout === 'first') child.stdout?.destroy()
    look()
  })
  child.stderr?.on('data', (piece: Buffer) => {
    notes += piece.toString()
    look()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, notes }
}

/** Within this process: most endings need no other. */
async function codeOf(args: readonly string[]): Promise<Ended> {
  const lines = { output: '', notes: '' }
  const { signal } = new AbortController()
  const terminal: Terminal = {
    print: (text) => void (lines.output += `${inEnglish(text)}\n`),
    note: (text) => void (lines.notes += `${inEnglish(text)}\n`),
    draw: () => undefined,
    write: () => Promise.resolve(),
    ...{ language: 'en', outputLanguage: 'en', isScreen: false, columns: 100 },
    ...{ outputClosed: signal, interrupted: signal },
  }
  const code = await runProgram(withHelpAsFlag(args), terminal).catch((error: unknown) =>
    reportFailure(error, terminal),
  )
  return { code, ...lines }
}

const commands = commandNames.map((name) => name.split(' '))

describe('wrong usage', () => {
  test.each(commands)(
    'of %s %s ends with 2, and prints nothing but the error',
    async (...words) => {
      const { code, output, notes } = await codeOf([
        ...words.filter(Boolean),
        '--no-such-flag',
        '1',
      ])
      expect({ code, output }).toEqual({ code: 2, output: '' })
      expect(notes).toMatch(/^kneepoint: .*--no-such-flag/)
    },
  )

  test.each([
    ['nosuch'],
    ['nosuch', '--help'],
    ['help', 'nosuch'],
    ['--help', 'nosuch'],
    ['-h', 'nosuch'],
    ['help', 'bench', 'nosuch'],
    ['bench', 'nosuch', '--help'],
    ['bench'],
    ['server'],
  ])('%s %s %s', async (...words) => {
    const { code, output, notes } = await codeOf(words.filter(Boolean))
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(notes).toMatch(/^kneepoint: There is no command/)
  })

  test.each([
    [['--gpu-metrics-url', 'http://x/metrics']],
    [['--save-result', '--result-dir', '/dev/null']],
    [['--save-result', '--result-filename', 'n'.repeat(300)]],
    [['--num-runs', '2', '--save-result', '--result-filename', 'one.json']],
    [['--num-prompts', '1.000']],
    [['--sweep-max-concurrency', '1.000,2']],
  ])('bench serve %j prints no arguments first', async (flags) => {
    const { code, output, notes } = await codeOf(bench('fast', ...flags))
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(notes).toMatch(/^kneepoint: /)
  })
})

test.each(commands)('help of %s %s ends with 0, asked in any way', async (...words) => {
  const name = words.filter(Boolean)
  const asFlag = await codeOf([...name, '--help'])
  expect(asFlag).toMatchObject({ code: 0, notes: '' })
  expect(await codeOf(['help', ...name])).toEqual(asFlag)
  expect(await codeOf(['--help', ...name])).toEqual(asFlag)
})

describe('nothing succeeded', { timeout: 60_000 }, () => {
  test.each([
    ['a run', 1, (): string[] => bench('down', '--num-prompts', '3')],
    ['a series', 1, (): string[] => bench('down', '--num-prompts', '3', '--num-runs', '2')],
    [
      'loads',
      1,
      (): string[] => bench('down', '--num-prompts', '3', '--sweep-request-rate', '50,90'),
    ],
    ['a sweep', 1, (): string[] => ['bench', 'sweep', 'down.json']],
  ])('in %s', async (_what, expected, args) => {
    const { code, output, notes } = await ended(args())
    expect(code, notes).toBe(expected)
    expect(output + notes).not.toContain('\u001b')
  })
})

/** What each prints and ends by itself with. */
const printing: Readonly<Record<string, () => readonly string[]>> = {
  'bench serve': () =>
    bench('fast', '--num-prompts', '3', '--save-result', '--result-dir', 'piped'),
  'bench sweep': () => ['fast.json', '--dry-run'],
  simulate: () => ['--explain'],
  'host list': () => [],
  'host facts': () => ['local'],
  'server list': () => ['--on', 'local'],
  runs: () => [],
  import: () => ['nosuch.json'],
  export: () => ['one', '--output-dir', 'exported'],
  'db check': () => [],
  'db backup': () => ['copy.db'],
  'db vacuum': () => [],
  compare: () => ['one', 'two', '--csv', 'compared.csv'],
  report: () => ['--last', '--format', 'md', '--output', '-'],
  doctor: () => [],
  completions: () => ['bash'],
}

describe('a closed pipe', { timeout: 240_000 }, () => {
  test('is no success of any command', async () => {
    const names = commandNames.filter((name) => name in printing)
    for (const name of names) {
      const given = printing[name]?.() ?? []
      const args = name === 'bench serve' ? given : [...name.split(' '), ...given]
      const { code } = await ended(args, { stdout: 'nothing' })
      // Commands that found something to report keep its code.
      expect([141, 1, 2, 3, 4], name).toContain(code)
    }
    expect(readdirSync(path.join(folder, 'piped'))).toHaveLength(1)
    expect(readdirSync(path.join(folder, 'exported'))).toHaveLength(1)
    expect(existsSync(path.join(folder, 'compared.csv'))).toBe(true)
  })

  test('waits for the rest of a benchmark, which is saved', async () => {
    const flags = ['--num-prompts', '20', '--request-rate', '40', '--save-run', '--label', 'piped']
    expect(await ended(bench('fast', ...flags), { stdout: 'first' })).toMatchObject({ code: 141 })
    const { output } = await ended(['runs', '--json', '--find', 'piped'])
    const [run] = z.array(z.looseObject({ status: z.string() })).parse(JSON.parse(output))
    expect(run).toMatchObject({ status: 'completed' })
  })

  test('of help and version', async () => {
    expect(await ended([], { stdout: 'nothing' })).toMatchObject({ code: 141 })
    expect(await ended(['runs', '--help'], { stdout: 'nothing' })).toMatchObject({ code: 141 })
  })
})

test('a full disk behind standard output is a sentence, and the run is saved', async () => {
  const flags = ['--num-prompts', '3', '--save-run', '--label', 'full', '--save-result']
  const args = bench('fast', ...flags, '--result-filename', 'full.json')
  const { code, notes } = await ended(args, { stdout: 'full' })
  expect(code).toBe(1)
  expect(notes).toContain('Standard output could not be written: ENOSPC')
  expect(notes).toContain('Stored as "full".')
  expect(resultIn('full.json')).toMatchObject({ completed: 3 })
}, 60_000)

function resultIn(file: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
}

const signals: readonly (readonly [NodeJS.Signals, code: number, tags: string[]])[] = [
  ['SIGINT', 130, []],
  ['SIGTERM', 143, ['nightly']],
  ['SIGHUP', 129, ['nightly']],
]

const sending = /Maximum request concurrency/

describe('a signal', { timeout: 120_000 }, () => {
  for (const [signal, expected, tags] of signals) {
    test(`${signal} ends a benchmark with ${expected} and a whole file`, { tags }, async () => {
      const file = `${signal}.json`
      const flags = ['--request-rate', '50', '--save-run', '--label', signal]
      const saving = ['--save-result', '--result-filename', file]
      const { code, output, notes } = await ended(
        bench('slow', '--num-prompts', '500', ...flags, ...saving),
        {
          when: [sending, (child) => void delay(1000).then(() => child.kill(signal))],
        },
      )
      expect(code, notes).toBe(expected)
      const result = resultIn(file)
      expect(result).toMatchObject({ interrupted: true, completed: 0, failed: 0 })
      expect((result as { cut_off_requests: number }).cut_off_requests).toBeGreaterThan(0)
      expect(output).toMatch(/^Failed requests: +0 *$/m)
      expect(output).toMatch(/^Requests cut off by the interruption: +[1-9]/m)
      const listed = await ended(['runs', '--json', '--find', signal])
      expect(JSON.parse(listed.output)).toMatchObject([{ status: 'cancelled' }])
    })
  }

  test('before the first request ends with its code too', async () => {
    const flags = ['--num-prompts', '5', '--num-warmups', '1']
    const { code, notes } = await ended(bench('slow', ...flags), {
      when: [/Warming up/, (child) => child.kill('SIGTERM')],
    })
    expect({ code, notes }).toMatchObject({ code: 143 })
    expect(notes).toContain('Cancelled before anything was measured.')
  })

  test('for the second time ends at once', async () => {
    const { code } = await ended(bench('slow', '--num-prompts', '5', '--num-warmups', '1'), {
      when: [
        /Warming up/,
        (child) => {
          child.kill('SIGSTOP')
          child.kill('SIGINT')
          child.kill('SIGCONT')
          void delay(600).then(() => child.kill('SIGINT'))
        },
      ],
    })
    expect(code).toBe(130)
  })

  const point = /It is sweep|Repeat 1 of/
  const others = [
    [
      'a series',
      'SIGTERM',
      143,
      sending,
      (): string[] => bench('slow', '--num-prompts', '9', '--num-runs', '2'),
    ],
    ['a sweep', 'SIGHUP', 129, point, (): string[] => ['bench', 'sweep', 'slow.json']],
    ['a demo', 'SIGINT', 130, /requests\/s, /, (): string[] => ['demo']],
    [
      'a calibration',
      'SIGHUP',
      129,
      /%/,
      (): string[] => ['calibrate', '--server', 'node', '--streams', '1,2,4'],
    ],
    [
      'a simulator',
      'SIGTERM',
      0,
      /is ready at/,
      (): string[] => ['simulate', '--port', '0', '--startup-s', '0'],
    ],
    ['a window', 'SIGHUP', 0, /Kneepoint is at/, (): string[] => ['web', '--no-open']],
    ['a window', 'SIGTERM', 0, /Kneepoint is at/, (): string[] => ['web', '--no-open']],
  ] as const
  const everyDay: readonly string[] = ['a sweep', 'a simulator']
  for (const [what, signal, expected, when, args] of others) {
    const tags = everyDay.includes(what) ? [] : ['nightly']
    test(`ends ${what}: ${signal} with ${expected}`, { tags }, async () => {
      const { code, notes } = await ended(args(), {
        when: [when, (child) => void delay(700).then(() => child.kill(signal))],
      })
      expect(code, notes).toBe(expected)
    })
  }
})

test('a launcher that is killed ends its program in order', async () => {
  // As bin/kneepoint starts it: with a channel, which closes when the launcher is gone.
  const child = spawn(
    process.execPath,
    [
      commandLine,
      ...bench(
        'slow',
        '--num-prompts',
        '500',
        '--request-rate',
        '50',
        '--save-result',
        '--result-filename',
        'orphan.json',
      ),
    ],
    {
      cwd: folder,
      env: { ...process.env, KNEEPOINT_LAUNCHED: '1' },
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    },
  )
  let output = ''
  child.stdout?.on('data', (piece: Buffer) => {
    if (sending.test((output += piece.toString())) && child.connected) child.disconnect()
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(code).toBe(129)
  expect(existsSync(path.join(folder, 'orphan.json'))).toBe(true)
}, 60_000)
