// Series of servers beyond the known ones, over HTTP: the simulator with several engines, and the command line.
// @module-tag nightly
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampledSource } from '#core/records/sampled-values.ts'
import { startTestSimulator, type TestSimulator } from '#node/simulator/simulator.test-support.ts'
import { openDatabase } from '#node/storage/database.ts'
import { listRuns } from '#node/storage/runs.ts'
import { readTelemetry } from '#node/storage/telemetry.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'

let folder: string
let simulator: TestSimulator
let other: TestSimulator
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-server-metrics-'))
  simulator = await startTestSimulator({ flags: { 'data-parallel-size': 2 } })
  other = await startTestSimulator()
})
afterAll(async () => {
  await simulator.stop()
  await other.stop()
  await rm(folder, { recursive: true })
})

function bench(...args: readonly string[]) {
  const load = ['--prompt-token-ids', '--random-input-len', '16', '--random-output-len', '300']
  const server = ['--base-url', simulator.baseUrl, '--model', 'sim']
  return runCli(['bench', 'serve', ...server, ...load, ...args], {
    cwd: folder,
    env: { KNEEPOINT_DATA: folder },
  })
}

function lastRun() {
  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  const run = listRuns(database, { text: '', sweepId: null })[0]
  const sources = run === undefined ? [] : readTelemetry(database, run.id).sources
  database.close()
  const { telemetry = null, imbalance = null } = run?.summary ?? {}
  return { summary: telemetry, imbalance, sources }
}

function labelsOf(sources: readonly SampledSource[], wanted: SampledSource['kind']) {
  return sources
    .filter(({ kind }) => kind === wanted)
    .map(({ label }) => label)
    .toSorted()
}

async function requestsAt({ baseUrl }: TestSimulator): Promise<number> {
  const body = await (await fetch(`${baseUrl}/metrics`)).text()
  return Array.from(body.matchAll(/^vllm:prompt_tokens_total\S* (\S+)/gm)).reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  )
}

const patience = { timeout: 60_000 }

describe('a server of two engines', () => {
  test('holds a third request at one of them', async () => {
    const leaving = new AbortController()
    const body = JSON.stringify({ prompt: 'a', max_tokens: 4000, ignore_eos: true })
    const headers = { 'content-type': 'application/json' }
    const answers = Array.from({ length: 3 }, () =>
      fetch(`${simulator.baseUrl}/v1/completions`, {
        ...{ method: 'POST', headers, body },
        signal: leaving.signal,
      }).catch(() => null),
    )
    await expect
      .poll(async () => {
        const text = await (await fetch(`${simulator.baseUrl}/metrics`)).text()
        return Array.from(text.matchAll(/^vllm:num_requests_running\{engine="(\d)"\S* (\S+)/gm))
          .map(([, engine, running]) => `${engine}: ${running}`)
          .toSorted()
      }, patience)
      .toEqual(['0: 2.0', '1: 1.0'])
    leaving.abort()
    await Promise.all(answers)
    // Until both engines have let them go.
    await expect
      .poll(async () => (await fetch(`${simulator.baseUrl}/load`)).text(), patience)
      .toContain('"server_load":0')
  }, 180_000)

  test('is sampled by engine, with named metrics and the imbalance', async () => {
    const metrics = [
      'vllm:generation_tokens',
      'vllm:request_queue_time_seconds',
      'vllm:kv_cache_usage_perc{engine="1"}',
    ].flatMap((name) => ['--telemetry-metric', name])
    const rate = ['--telemetry-rate-hz', '5', '--num-prompts', '9', '--max-concurrency', '3']
    const result = await bench('--save-run', ...rate, ...metrics)
    expect(result.code, result.notes).toBe(0)
    const { summary, imbalance, sources } = lastRun()
    expect(imbalance).toBe(summary?.imbalance)
    expect(labelsOf(sources, 'engine')).toEqual(['0', '1'])
    expect(labelsOf(sources, 'metric')).toEqual([
      'vllm:generation_tokens',
      'vllm:kv_cache_usage_perc{engine="1"}',
      'vllm:request_queue_time_seconds',
    ])
    expect(summary?.engines.map(({ label }) => label)).toEqual(['0', '1'])
    // Three requests on two engines: two and one, but for the moments when one has just ended.
    expect(summary?.imbalance).toBeGreaterThanOrEqual(1)
    expect(summary?.imbalance).toBeLessThanOrEqual(2)
    expect(summary?.metrics.map(({ reading }) => reading).toSorted()).toEqual([
      'mean',
      'rate',
      'value',
    ])
    const rates = summary?.metrics.find(({ reading }) => reading === 'rate')
    expect(rates?.mean).toBeGreaterThan(0)
  }, 180_000)
})

test('several servers are sampled, each under its address', { timeout: 180_000 }, async () => {
  const both = ['--base-url', other.baseUrl, '--telemetry-metric', 'vllm:num_requests_running']
  const args = ['--telemetry-rate-hz', '5', '--num-prompts', '8', '--max-concurrency', '4']
  const result = await bench('--save-run', ...args, ...both)
  expect(result.code, result.notes).toBe(0)
  const { summary, sources } = lastRun()
  const [first, second] = [simulator, other].map(({ baseUrl }) => baseUrl.replace('http://', ''))
  expect(labelsOf(sources, 'server')).toEqual([first, second].toSorted())
  expect(labelsOf(sources, 'engine')).toEqual(
    [`${first} 0`, `${first} 1`, `${second} 0`].toSorted(),
  )
  expect(labelsOf(sources, 'metric')).toHaveLength(3)
  const running = summary?.servers.map(({ requestsRunning }) => requestsRunning?.mean ?? 0) ?? []
  expect(running).toHaveLength(2)
  // Of both together, as the sum of each; they are sampled within a fifth of a second.
  expect(summary?.server?.requestsRunning?.mean).toBeGreaterThan(Math.max(...running) * 0.9)
})

describe('before anything is sent', () => {
  test.each([
    [
      'a metric that is not there, with the nearest',
      ['--save-run', '--telemetry-metric', 'vllm:num_request_running'],
      /has no metric vllm:num_request_running\. Nearest: vllm:num_requests_running/,
    ],
    [
      'labels that no series has',
      ['--save-run', '--telemetry-metric', 'vllm:num_requests_running{engine="7"}'],
      /none of its series has \{engine="7"\}: \{engine="0"\}, \{engine="1"\}/,
    ],
    [
      'what is no metric',
      ['--save-run', '--telemetry-metric', 'rate(vllm:num_requests_running)'],
      /must be a name of a metric/,
    ],
    [
      'a run that is not stored',
      ['--telemetry-metric', 'vllm:num_requests_running'],
      /--telemetry-metric samples for a stored run/,
    ],
  ])('refuses %s', async (_, args, reason) => {
    await delay(50)
    const before = await requestsAt(simulator)
    const result = await bench('--num-prompts', '1', ...args)
    expect(result.code).not.toBe(0)
    expect(result.notes.replaceAll(/\s+/g, ' ')).toMatch(reason)
    expect(await requestsAt(simulator)).toBe(before)
  })

  test('refuses where one of several servers lacks it', async () => {
    const lacking = ['--telemetry-metric', 'vllm:num_requests_running{engine="1"}']
    const result = await bench('--save-run', '--base-url', other.baseUrl, ...lacking)
    expect(result.code).not.toBe(0)
    expect(result.notes).toContain(other.baseUrl)
  })
})
