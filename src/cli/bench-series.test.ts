// Series of `bench serve` as a user runs them, on the simulator.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quietHooks, testSpec } from '#node/simulator/simulator.test-support.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { runCli } from './run-cli.test-support.ts'

type RunningSimulator = Awaited<ReturnType<typeof startSimulator>>

let folder: string
let simulator: RunningSimulator

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-series-'))
  simulator = await startSimulator(testSpec, quietHooks)
})

afterAll(async () => {
  await simulator.stop()
  await rm(folder, { recursive: true })
})

function bench(line: string) {
  const small = '--prompt-token-ids --random-input-len 16 --random-output-len 4 --num-prompts 4'
  const server = `--base-url http://127.0.0.1:${simulator.port} --model sim --disable-tqdm`
  const env = { KNEEPOINT_DATA: folder }
  return runCli(['bench', 'serve', ...`${server} ${small} ${line}`.split(' ')], {
    cwd: folder,
    env,
  })
}

test('a sweep writes a file per load and ends with its table', { timeout: 120_000 }, async () => {
  const line = '--sweep-max-concurrency 1,2 --sweep-num-prompts-factor 3 --reset-prefix-cache'
  const { code, output, notes } = await bench(`${line} --save-result --result-dir swept`)
  expect(code, notes).toBe(0)
  expect(output).toContain('Sweeping --max-concurrency over 2 values: [1, 2]')
  expect(output).toMatch(/-+ Run 2\/2: max_concurrency=2 -+\n/)
  expect(output).toMatch(/\nconcurrency=1 [^\n]+\nconcurrency=2 [^\n]+\n=+\nBest throughput: /)
  expect(output).toMatch(/Successful requests: +3 [^]*Successful requests: +6 /)
  const files = await readdir(path.join(folder, 'swept'))
  expect(files.map((file) => file.replace(/-\d{8}-\d{6}/, ''))).toEqual([
    'openai-infqps-concurrency1-sim.json',
    'openai-infqps-concurrency2-sim.json',
  ])
  const compared = await bench(`--compare ${files.map((file) => `swept/${file}`).join(' ')}`)
  expect(compared.code, compared.notes).toBe(0)
  expect(compared.output).toMatch(/\nCompleted requests +3 +6 +\+3 +\+100\.0%\+\n/)
  expect(compared.output).toMatch(
    /^B against A: Different loads: compare curves \(--max-concurrency 1 against 2/,
  )
  expect(compared.output).toMatch(/\nrequest throughput [^\n]* not comparable\n/)
})

test('a dry run sends nothing and needs no server', { timeout: 60_000 }, async () => {
  const line = '--base-url http://127.0.0.1:9 --vocab-size 1000 --max-model-len 20 --dry-run'
  const { code, output, notes } = await bench(line)
  expect(code, notes).toBe(0)
  expect(output).toContain('Dry run stats:\n  Total prompts: 4\n  Total input tokens: 64\n')
})

test.each([
  ['--num-runs 2 --save-result --result-filename r.json', 'is one file for the results of 2 runs'],
  ['--max-model-len 19 --dry-run', 'max-model-len 19 leaves no request: the shortest has 20'],
  ['--compare none.json broken.json', '--compare: none.json cannot be read'],
  ['--compare broken.json none.json', '--compare: broken.json'],
])('%s ends in a sentence', { timeout: 60_000 }, async (line, sentence) => {
  await writeFile(path.join(folder, 'broken.json'), '[1, 2')
  const { code, notes } = await bench(line)
  expect(notes).toContain(sentence)
  expect(code).toBe(2)
})
