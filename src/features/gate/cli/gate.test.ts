// `kneepoint gate` as a job of continuous integration runs it: on stored runs with known speeds, and on a simulated server.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Run } from '#core/model/run/run.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { simulatedRun } from '#core/compare/simulated-run.test-support.ts'
import { openDatabase } from '#node/storage/database.ts'
import { listRuns, saveRun } from '#node/storage/runs.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { runCli } from '#cli/run-cli.test-support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-gate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const load = { requestRate: 'inf', maxConcurrency: 16 } as const

/** Runs of different days are of different starts. */
const dayMs = 86_400_000

/** A run whose server is `speed` times as fast as the plain one. */
function storedRun(name: string, at: number, speed: number, version = '0.33.0'): Run {
  const random = new NumpyRandomState(at)
  const { config, summary } = simulatedRun({ load, server: { speed }, requests: 300, random })
  return {
    ...{ id: `${name}-${at}`, name, tags: [], notes: '', status: 'completed', config, summary },
    ...{ baseUrl: 'http://gpu:8000', serverName: 'gpu', launch: null, imported: null },
    facts: { model: 'm', maxModelLen: null, version, kvCacheTokens: null, simulated: false },
    ...{
      sweepId: null,
      pointIndex: null,
      createdAtEpochMs: at * dayMs,
      startedAtEpochMs: at * dayMs,
    },
    ...{ startedAtMonotonicS: at, plannedRequests: 300, failure: null, clientVersion: '0.1.0' },
  }
}

const file = {
  name: 'Merge check',
  benchmark: { 'num-prompts': 300, 'max-concurrency': 16 },
  figures: { 'output-throughput': '7 %', 'mean tpot': '8 %' },
}

const env = { KNEEPOINT_DATA: folder }

function gate(...args: string[]) {
  return runCli(['gate', 'gate.json', ...args], {
    cwd: folder,
    env: { ...env, GITHUB_STEP_SUMMARY: '' },
  })
}

const names = (name: string) => [1, 2, 3, 4].map((at) => `${name} ${at}`).join(',')

beforeAll(() => {
  writeFileSync(path.join(folder, 'gate.json'), JSON.stringify(file))
  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  for (let at = 1; at <= 8; at++) saveRun(database, storedRun(`main ${at}`, at, 1))
  for (let at = 1; at <= 4; at++) {
    saveRun(database, storedRun(`same ${at}`, 100 + at, 1))
    saveRun(database, storedRun(`slow ${at}`, 200 + at, 0.85))
    saveRun(database, storedRun(`newer ${at}`, 300 + at, 1, '0.34.0'))
  }
  database.close()
})

const main = Array.from({ length: 8 }, (_, at) => `main ${at + 1}`).join(',')

describe('stored runs', { timeout: 60_000 }, () => {
  test.each([
    { candidate: 'same', code: 0, says: /^Pass: output throughput .* within tolerance\.$/m },
    { candidate: 'slow', code: 1, says: /^Worse: output throughput -1\d\.\d %/m },
  ])('that are $candidate end with $code', async ({ candidate, code, says }) => {
    const ended = await gate('--baseline', main, '--candidate', names(candidate))
    expect(ended).toMatchObject({ code, notes: '' })
    expect(ended.output).toMatch(says)
    expect(ended.output).toContain('8 earlier runs')
  })

  test('too few to decide end with 3 and say what would', async () => {
    const ended = await gate('--baseline', 'main 1', '--candidate', 'same 1')
    expect(ended.code).toBe(3)
    expect(ended.output).toContain('Give both sides more runs, or longer ones.')
  })

  test('of another version are no evidence unless that is allowed', async () => {
    const refused = await gate('--baseline', main, '--candidate', names('newer'))
    expect(refused.code).toBe(4)
    expect(refused.output).toContain('the version of the server is 0.34.0, of the baseline 0.33.0')
    expect(refused.output).toContain('--allow accepts version')
    const allowed = await gate(
      '--baseline',
      main,
      '--candidate',
      names('newer'),
      '--allow',
      'version',
    )
    expect(allowed.code).toBe(0)
  })

  test('of the history are a baseline, without those that are judged', async () => {
    const ended = await gate(
      '--baseline',
      'last:30',
      '--candidate',
      names('newer'),
      '--json',
      'out.json',
    )
    // The newest others are slow runs of a new level, which is said.
    expect(ended.output).toMatch(/In the history, output throughput changed by -1\d\.\d % at slow/)
    const { runIds } = z
      .object({ runIds: z.object({ baseline: z.array(z.string()) }) })
      .parse(JSON.parse(readFileSync(path.join(folder, 'out.json'), 'utf8')))
    expect(runIds.baseline).toHaveLength(16)
    expect(runIds.baseline.filter((id) => id.startsWith('newer'))).toEqual([])
  })

  test('are written for people and machines', async () => {
    const files = [
      '--markdown',
      'g.md',
      '--junit',
      'g.xml',
      '--bencher',
      'g.bmf',
      '--json',
      'g.json',
    ]
    const { code } = await gate('--baseline', main, '--candidate', names('slow'), ...files)
    const text = (name: string) => readFileSync(path.join(folder, name), 'utf8')
    expect(code).toBe(1)
    expect(text('g.md')).toMatch(/^### ❌ Worse: output throughput/)
    expect(text('g.xml')).toMatch(/<testsuites tests="2" failures="2" errors="0">/)
    expect(text('g.xml')).toContain('<testcase classname="Merge check" name="mean TPOT">')
    const measured = z.object({
      value: z.number(),
      lower_value: z.number(),
      upper_value: z.number(),
    })
    const metrics = z
      .record(z.string(), z.record(z.string(), measured))
      .parse(JSON.parse(text('g.bmf')))
    expect(Object.keys(metrics['Merge check'] ?? {})).toEqual(['output-throughput', 'mean-tpot'])
    for (const { value, lower_value: low, upper_value: high } of Object.values(
      metrics['Merge check'] ?? {},
    )) {
      expect(low).toBeLessThan(value)
      expect(high).toBeGreaterThan(value)
    }
    expect(JSON.parse(text('g.json'))).toMatchObject({ verdict: 'worse', repeats: 4 })
  })

  test('are added to the summary of a GitHub job', async () => {
    const summary = path.join(folder, 'summary.md')
    const args = ['gate', 'gate.json', '--baseline', main, '--candidate', names('same')]
    await runCli(args, { cwd: folder, env: { ...env, GITHUB_STEP_SUMMARY: summary } })
    expect(readFileSync(summary, 'utf8')).toMatch(/^### ✅ Pass/)
  })

  test.each([
    { args: [], says: 'There is nothing to compare with.' },
    { args: ['--baseline', main], says: 'The file names no server.' },
    { args: ['--baseline', 'last:x', '--candidate', 'same 1'], says: '"last:x" must be "last:"' },
    { args: ['--baseline', 'none', '--candidate', 'same 1'], says: 'none' },
    { args: ['--baseline', main, '--baseline-url', 'http://x:1'], says: 'exclude each other' },
    {
      args: ['--baseline-url', 'http://x:1', '--candidate', 'same 1'],
      says: 'a candidate to measure',
    },
  ])('named wrongly end with 2: $says', async ({ args, says }) => {
    const { code, notes } = await gate(...args)
    expect({ code, notes }).toEqual({ code: 2, notes: expect.stringContaining(says) as string })
  })
})

test(
  'two servers are measured in turns, with the same prompts in a repeat and others in the next',
  { timeout: 120_000 },
  async () => {
    const data = path.join(folder, 'measured')
    const simulated = { ...file, 'start-spread': 0, repeats: 3, figures: { 'mean e2el': '30 %' } }
    const benchmark = {
      ...{ 'dataset-name': 'random', 'prompt-token-ids': true, 'random-input-len': 32 },
      ...{ 'random-output-len': 8, 'num-prompts': 20, 'max-concurrency': 2 },
    }
    writeFileSync(path.join(folder, 'measured.json'), JSON.stringify({ ...simulated, benchmark }))
    const servers = await Promise.all([0, 1].map(() => simulator()))
    const [one = '', other = ''] = servers.map(({ url }) => url)
    const args = ['gate', 'measured.json', '--base-url', one, '--baseline-url', other]
    const ended = await runCli([...args, '--json', 'measured-out.json'], {
      ...{ cwd: folder, env: { KNEEPOINT_DATA: data, GITHUB_STEP_SUMMARY: '' } },
    })
    await Promise.all(servers.map(({ stop }) => stop()))
    const { verdict } = z
      .object({ verdict: z.enum(['pass', 'worse', 'undecided', 'not-valid']) })
      .parse(JSON.parse(readFileSync(path.join(folder, 'measured-out.json'), 'utf8')))
    // How equal both are depends on what else this machine does; the code has to agree with the verdict.
    expect(ended.code).toBe({ pass: 0, worse: 1, undecided: 3, 'not-valid': 4 }[verdict])
    const database = openDatabase(path.join(data, 'kneepoint.db'))
    const runs = listRuns(database, { text: '', sweepId: null }).reverse()
    database.close()
    const order = runs.map(({ tags, config }) => `${tags[1]} ${config.seed}`)
    // A refused repeat is measured again, so the number of repeats varies with the load of this machine.
    const turns = order.map((_, run) => {
      const repeat = Math.floor(run / 2)
      const baselineFirst = repeat % 2 === 0
      return `${(run % 2 === 0) === baselineFirst ? 'baseline' : 'candidate'} ${repeat}`
    })
    expect(order.length).toBeGreaterThanOrEqual(4)
    expect(order).toEqual(turns)
  },
)

test(
  'servers that the gate starts are started anew for each repeat, and count as starts',
  { tags: 'nightly', timeout: 240_000 },
  async () => {
    const data = path.join(folder, 'started')
    const benchmark = {
      ...{ 'dataset-name': 'random', 'prompt-token-ids': true, 'random-input-len': 32 },
      ...{ 'random-output-len': 8, 'num-prompts': 20, 'max-concurrency': 2 },
    }
    const [server, baseline] = ['candidate', 'baseline'].map((name) => ({
      ...{ simulator: 'h100-llama-8b', name, 'start-up': 0 },
    }))
    const started = { ...file, server, baseline, benchmark, repeats: 3 }
    const figures = { 'mean e2el': '30 %' }
    writeFileSync(path.join(folder, 'started.json'), JSON.stringify({ ...started, figures }))
    const options = { cwd: folder, env: { KNEEPOINT_DATA: data, GITHUB_STEP_SUMMARY: '' } }
    const ended = await runCli(['gate', 'started.json', '--json', 'started-out.json'], options)
    expect(ended.notes).toContain('Each repeat starts its servers anew: at most 6 starts.')
    const { starts, repeats } = z
      .object({
        starts: z.object({ baseline: z.number(), candidate: z.number() }),
        repeats: z.number(),
      })
      .parse(JSON.parse(readFileSync(path.join(folder, 'started-out.json'), 'utf8')))
    // A repeat that this machine disturbs is refused, and no evidence of a start.
    expect(starts).toEqual({ baseline: repeats, candidate: repeats })
    // Three repeats or more show how far starts differ.
    expect(ended.output.includes('are assumed to differ')).toBe(repeats < 3)
  },
)

async function simulator() {
  const spec = {
    kind: 'simulator',
    preset: 'h100-llama-8b',
    port: null,
    startupS: 0,
    seed: 0,
  } as const
  const { port, stop } = await startSimulator(spec, {
    onLog: () => undefined,
    onPhase: () => undefined,
  })
  return { url: `http://127.0.0.1:${port}`, stop }
}
