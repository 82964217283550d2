// What the pages for newcomers tell them to type: it runs, and the flags that tables name exist.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSimulator, type TestSimulator } from '#node/simulator/simulator.test-support.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import { commandsOf, filesOf, pages, readPage, servesOrShows } from './pages.ts'

const docs = path.join(import.meta.dirname, '../../docs')

let folder: string
let simulator: TestSimulator

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-pages-'))
  simulator = await startTestSimulator()
})

afterAll(async () => {
  await simulator.stop()
  rmSync(folder, { recursive: true })
})

/** Chinese pages have the same commands, which another test checks. */
const runs = [
  { name: 'first-five-minutes.md', tags: ['nightly'] },
  { name: 'recipes.md', tags: ['nightly'] },
]

for (const { name, tags } of runs) {
  test.concurrent(`${name} runs as it is written`, { tags, timeout: 240_000 }, () => runPage(name))
}

async function runPage(name: string) {
  const page = readPage(`docs/${name}`)
  const cwd = path.join(folder, name)
  mkdirSync(cwd, { recursive: true })
  for (const [file, text] of filesOf(page)) writeFileSync(path.join(cwd, file), text)
  const commands = commandsOf(page).filter((command) => !servesOrShows.test(command))
  expect(commands.length).toBeGreaterThanOrEqual(5)
  for (const command of commands) {
    const [, ...typed] = command.replaceAll('http://127.0.0.1:8100', simulator.baseUrl).split(/\s+/)
    // A search takes minutes; those have tests of their own.
    const args = typed.includes('capacity.yaml') ? [...typed, '--dry-run'] : typed
    const env = { KNEEPOINT_DATA: path.join(cwd, 'data') }
    const { code, notes } = await runCli(args, { cwd, env })
    expect({ command, code, notes }).toEqual({ command, code: 0, notes })
  }
}

const written = pages.flatMap((page) =>
  commandsOf(readPage(page))
    .filter((command) => command.startsWith('kneepoint '))
    .map((command) => ({ page, command })),
)

test('every command on every page exists, with its flags', () => {
  const cli = readFileSync(path.join(docs, 'cli.md'), 'utf8')
  const sections = new Map(
    cli.split(/^## kneepoint /m).map((section) => [section.split('\n', 1)[0] ?? '', section]),
  )
  expect(written.length).toBeGreaterThan(50)
  const wrong = written.filter(({ command }) => {
    const [, first = '', second = '', third = ''] = command.split(/\s+/)
    const names = [`${first} ${second} ${third}`, `${first} ${second}`, first]
    const help = names.map((name) => sections.get(name)).find((section) => section !== undefined)
    // Quoted text is another program's command.
    const [ours = ''] = command.replace(/"[^"]*"/g, '').split(' -- ')
    const flags = ours.match(/--[a-z][a-z-]*/g) ?? []
    return (
      first !== '--help' &&
      (help === undefined || flags.some((flag) => flag !== '--lang' && !help.includes(flag)))
    )
  })
  expect(wrong).toEqual([])
})

test('Chinese pages give the same commands and files as the English ones', () => {
  const chinese = readdirSync(path.join(docs, 'zh')).filter((file) => file !== 'index.md')
  expect(chinese.length).toBeGreaterThan(0)
  for (const file of chinese) {
    const [english, translated] = [file, path.join('zh', file)].map((each) =>
      codeOf(readFileSync(path.join(docs, each), 'utf8')),
    )
    expect(translated, file).toEqual(english)
  }
})

/** Code blocks without comments and without the choice of a language. */
function codeOf(page: string): string[] {
  return [...page.matchAll(/^```\w+\n(.*?)^```/gms)].map(([, code = '']) =>
    code
      .replaceAll(/ --lang zh/g, '')
      .replaceAll(/(^|\s)#.*$/gm, '')
      .replaceAll(/[ \t]+$/gm, ''),
  )
}

test('the flags that tables name as ours exist', () => {
  const cli = readFileSync(path.join(docs, 'cli.md'), 'utf8')
  const page = readFileSync(path.join(docs, 'coming-from.md'), 'utf8')
  const ours = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split('|')[2]?.match(/--[a-z][a-z-]+/g) ?? [])
  expect(ours.length).toBeGreaterThan(20)
  const known = new Set(cli.match(/--[a-z][a-z-]+/g))
  expect(ours.filter((flag) => !known.has(flag))).toEqual([])
})
