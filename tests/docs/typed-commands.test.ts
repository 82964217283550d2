// Every command on every page: it is run here as it is written, on servers that are simulated and with short loads, or it is
// named in apart.ts with the test that runs it, or the reason why none can.
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestSimulator, type TestSimulator } from '#node/simulator/simulator.test-support.ts'
import { exitCodes } from '../../src/cli/exit.ts'
import { runCli, type CliRun } from '../../src/cli/run-cli.test-support.ts'
import { missingDaemon } from '../remote/ssh-daemon.ts'
import { apart } from './apart.ts'
import { commandsOf, filesOf, pages, readPage, root, servesOrShows } from './pages.ts'
import { shortened } from './shortened.ts'
import { startSshHost, type SshHost } from './ssh-host.ts'

let folder: string
let simulator: TestSimulator
let second: TestSimulator

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-typed-'))
  simulator = await startTestSimulator()
  second = await startTestSimulator()
})

afterAll(async () => {
  await Promise.all([simulator.stop(), second.stop()])
  rmSync(folder, { recursive: true })
})

/** The first two are run as they are by page-commands.test.ts. */
const asTheyAre = ['docs/first-five-minutes.md', 'docs/recipes.md']
const runPages = [
  ...asTheyAre,
  ...['docs/install.md', 'docs/hosts.md', 'docs/sweeps.md', 'docs/tuning.md', 'docs/ci.md'],
  ...['docs/reports.md', 'docs/monitoring.md', 'README.md'],
]

type Stage = Readonly<{
  cwd: string
  env: Readonly<Record<string, string>>
  /** What the page cannot know: addresses, and ids of runs that are there. */
  known: Map<string, string>
  run(line: string): Promise<CliRun>
}>

function stageOf(page: string, env: Stage['env'] = {}): Stage {
  const cwd = path.join(folder, page.replaceAll('/', '-'))
  mkdirSync(cwd, { recursive: true })
  for (const [name, text] of filesOf(readPage(page))) {
    writeFileSync(
      path.join(cwd, name),
      shortened(text).replaceAll('http://127.0.0.1:8000', simulator.baseUrl),
    )
  }
  const known = new Map([
    ['http://127.0.0.1:8000', simulator.baseUrl],
    ['http://127.0.0.1:8100', simulator.baseUrl],
    ['http://gpu-05:8000', simulator.baseUrl],
    ['http://127.0.0.1:8001', second.baseUrl],
  ])
  const all = { KNEEPOINT_DATA: path.join(cwd, 'data'), ...env }
  return { cwd, env: all, known, run: (line) => typed(line, { cwd, env: all, known }) }
}

/** What serves until it is stopped, and prints this when it does. */
const servers: readonly (readonly [start: string, more: string, ready: string])[] = [
  ['kneepoint web', ' --no-open --port 0', '#token='],
  ['kneepoint simulate', ' --port 0', 'is ready at'],
]

function typed(line: string, { cwd, env, known }: Omit<Stage, 'run'>): Promise<CliRun> {
  const text = [...known].reduce(
    (now, [written, here]) => now.replaceAll(written, here),
    shortened(line),
  )
  const words = text.split(' ').flatMap((word) => {
    const plain = word.replace(/^~\//, `${env['HOME']}/`)
    return plain.includes('*') ? globSync(plain, { cwd }) : plain
  })
  const [, more = '', interruptAfter] = servers.find(([start]) => line.startsWith(start)) ?? []
  const follows = line.includes('--follow') && { interruptAfter: 'Application startup complete.' }
  return runCli([...words.slice(1), ...more.split(' ').filter(Boolean)], {
    ...{ cwd, env: { ...env, GITHUB_STEP_SUMMARY: '' } },
    ...(interruptAfter !== undefined && { interruptAfter }),
    ...follows,
  })
}

/** Those of a page that run here, and with no page before it. */
function ownCommands(page: string): readonly string[] {
  const before = runPages.slice(0, runPages.indexOf(page)).flatMap(commandsRun)
  return commandsRun(page).filter((command) => !before.includes(command))
}

function commandsRun(page: string): readonly string[] {
  const commands = commandsOf(readPage(page)).filter((command) => !(command in apart))
  return asTheyAre.includes(page) ? commands.filter((each) => !servesOrShows.test(each)) : commands
}

/** Each of them, in their order. `also` are exit statuses that are no failure. */
async function runPage(page: string, { run }: Stage, also: readonly number[] = []): Promise<void> {
  for (const command of ownCommands(page)) {
    const { code, notes } = await run(command)
    expect([0, ...also], `${command}\n${notes}`).toContain(code)
    expect(notes).not.toMatch(/^kneepoint: /m)
  }
}

const shortSweep = (name: string) => ({
  ...{ name, servers: [simulator.baseUrl] },
  benchmark: {
    ...{ 'dataset-name': 'random', 'prompt-token-ids': true },
    ...{ 'random-input-len': 32, 'random-output-len': 8 },
  },
  load: { 'request-rate': '20, 40', 'seconds-per-point': 1 },
})

const random = '--dataset-name random --random-input-len 32 --random-output-len 16'
const bench = 'kneepoint bench serve --base-url http://127.0.0.1:8000'

describe('pages', { timeout: 180_000 }, () => {
  const scenarios: Readonly<Record<string, (page: string) => Promise<void>>> = {
    'README.md': async (page) => {
      const stage = stageOf(page)
      mkdirSync(path.join(stage.cwd, 'docs/examples'), { recursive: true })
      mkdirSync(path.join(stage.cwd, 'results'), { recursive: true })
      const knee = 'docs/examples/knee.yaml'
      writeFileSync(
        path.join(stage.cwd, knee),
        shortened(readFileSync(path.join(root, knee), 'utf8')),
      )
      await stage.run(
        `${bench} ${random} --num-prompts 4 --save-result --result-filename results/a.json`,
      )
      // Beside other work, even the lightest load may miss the limits.
      await runPage(page, stage, [3])
    },
    'docs/ci.md': async (page) => {
      const stage = stageOf(page)
      const files = '--save-run --label main --save-result --result-filename main.json'
      const load = '--num-prompts 64 --max-concurrency 32'
      const { code, notes } = await stage.run(`${bench} ${random} ${load} ${files}`)
      expect(code, notes).toBe(0)
      stage.known.set('4f2a91', 'main')
      // The verdict depends on what else this computer does.
      await runPage(page, stage, [1, 3, 4])
      expect(existsSync(path.join(stage.cwd, 'gate.xml'))).toBe(true)
    },
    'docs/install.md': (page) => runPage(page, stageOf(page)),
    'docs/monitoring.md': async (page) => {
      const stage = stageOf(page)
      let pushes = 0
      const collector = createServer((incoming, response) => {
        pushes++
        incoming.resume().on('end', () => response.end('{}'))
      })
      collector.listen(0, '127.0.0.1')
      await once(collector, 'listening')
      onTestFinished(() => void collector.close())
      const address = collector.address()
      const port = typeof address === 'object' ? address?.port : 0
      stage.known.set('http://collector:4318', `http://127.0.0.1:${port}`)
      stage.known.set('…', `--base-url ${simulator.baseUrl} ${random} --num-prompts 10`)
      stage.known.set('FILE', 'sweep.json')
      writeFileSync(path.join(stage.cwd, 'sweep.json'), JSON.stringify(shortSweep('Pushed')))
      await runPage(page, stage)
      expect(pushes).toBeGreaterThanOrEqual(2)
    },
    'docs/reports.md': async (page) => {
      const stage = stageOf(page)
      for (const name of ['rates-tp1', 'rates-tp2']) {
        writeFileSync(path.join(stage.cwd, 'rates.json'), JSON.stringify(shortSweep(name)))
        const { code, notes } = await stage.run('kneepoint bench sweep rates.json')
        expect(code, notes).toBe(0)
      }
      const { output } = await stage.run('kneepoint runs --json')
      stage.known.set('5faacd5a', /"id": ?"([^"]+)"/.exec(output)?.[1] ?? '')
      await runPage(page, stage)
    },
    'docs/sweeps.md': (page) => runPage(page, stageOf(page)),
    // Short loads decide nothing.
    'docs/tuning.md': (page) => runPage(page, stageOf(page), [3]),
  }

  for (const page of runPages.filter((page) => ![...asTheyAre, 'docs/hosts.md'].includes(page))) {
    const tags = page === 'README.md' ? [] : ['nightly']
    test(`${page} runs as it is written`, { tags }, async () => {
      const scenario = scenarios[page]
      if (scenario === undefined) throw new Error(`${page} has no scenario`)
      await scenario(page)
    })
  }

  describe.skipIf(missingDaemon !== null)('on a host over SSH', () => {
    let host: SshHost
    beforeAll(async () => {
      host = await startSshHost(path.join(folder, 'host'))
    })
    afterAll(() => host.stop())

    test('docs/hosts.md runs as it is written', { tags: 'nightly' }, async () => {
      const page = 'docs/hosts.md'
      const stage = stageOf(page, host.env)
      mkdirSync(path.join(stage.cwd, 'data'), { recursive: true })
      writeFileSync(path.join(stage.cwd, 'data/known_hosts'), host.knownLine)
      for (const [written, here] of host.known) stage.known.set(written, here)
      const ids: string[] = []
      for (const command of ownCommands(page)) {
        if (command.includes(' ID ')) stage.known.set('ID', ids[0] ?? '')
        const { code, output, notes } = await stage.run(command)
        // A log that is followed ends with the Ctrl-C of `typed`.
        const status = command.includes('--follow') ? exitCodes.interrupted : exitCodes.done
        expect(code, `${command}\n${notes}`).toBe(status)
        const [, id, port] = /^(\S+)\n.*at port (\d+) of/s.exec(output) ?? []
        if (id === undefined) continue
        ids.push(id)
        stage.known.set('http://127.0.0.1:8000', `http://127.0.0.1:${port}`)
      }
      for (const id of ids.slice(1)) await stage.run(`kneepoint server stop ${id} --on gpu-03`)
    })
  })
})

const ran = new Set(runPages.flatMap(commandsRun))

test('no command is left out', () => {
  const all = new Set(pages.flatMap((page) => commandsOf(readPage(page))))
  expect([...all].filter((command) => !ran.has(command) && !(command in apart))).toEqual([])
  expect(Object.keys(apart).filter((command) => !all.has(command))).toEqual([])
})

test.each(Object.entries(apart))('%s has a test of its own, or a reason', (command, found) => {
  if ('test' in found) {
    expect(readFileSync(path.join(root, found.test), 'utf8')).toContain(found.title)
  } else if ('like' in found) {
    const flags = (line: string) => line.split(' -- ')[0]?.match(/--[a-z-]+/g) ?? []
    expect(ran).toContain(found.like)
    expect(flags(found.like)).toEqual(expect.arrayContaining(flags(command)))
    expect(found.like.startsWith(command.split(' ').slice(0, 3).join(' '))).toBe(true)
  } else {
    expect(found.because).not.toBe('')
  }
})
