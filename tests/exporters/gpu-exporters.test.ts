// GPUs sampled from pages of exporters, served over HTTP: the sampler, then the command line on the simulator.
import { inEnglish } from '#core/messages/message.ts'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TelemetrySample } from '#core/records/sampled-values.ts'
import {
  type Answer,
  deadUrl,
  serveAnswers,
  webPage,
} from '#node/experiment/http-server.test-support.ts'
import { steadyClock } from '#node/load/runtime/clock.ts'
import { startTestSimulator, type TestSimulator } from '#node/simulator/simulator.test-support.ts'
import { openDatabase } from '#node/storage/database.ts'
import { listRuns } from '#node/storage/runs.ts'
import { readTelemetry } from '#node/storage/telemetry.ts'
import { sampleExporters } from '#node/telemetry/run-telemetry.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'

function page(name: string): Answer {
  const body = readFileSync(path.join(import.meta.dirname, 'pages', `${name}.txt`), 'utf8')
  return { status: 200, contentType: 'text/plain; version=0.0.4', body }
}

async function exporter(name: string): Promise<string> {
  return serveAnswers({ 'GET /metrics': page(name) })
}

/** What a first and a last look report, by label. */
async function sampled(urls: readonly string[], chosen: readonly string[] | null = null) {
  const samples = new Map<string, TelemetrySample['values']>()
  const problems: string[] = []
  const ending = new AbortController()
  const sampling = sampleExporters(
    { urls, chosen },
    {
      onSample: ({ label }, { values }) => void samples.set(label, values),
      onProblem: (problem) => void problems.push(inEnglish(problem)),
      everyMs: 1000,
      now: steadyClock(),
      signal: ending.signal,
    },
  )
  await delay(10)
  ending.abort()
  await sampling
  return { samples: Object.fromEntries(samples), problems }
}

describe('the sampler', () => {
  test.each([
    [
      'dcgm-l40s',
      '0',
      {
        ...{ utilizationPercent: 0, memoryUsedMiB: 0, powerW: 35.686, smClockMhz: 210 },
        ...{ temperatureC: 32, throttleReasons: null, energyJ: 5_551_899.58 },
      },
    ],
    [
      'nvidia-gpu-exporter',
      'df6e7a7c-7314-46f8-abc4-b88b36dcf3aa',
      {
        ...{ utilizationPercent: 0, memoryUsedMiB: 674, powerW: 28.07, smClockMhz: 6 },
        ...{ temperatureC: 34, throttleReasons: 4, energyJ: null },
      },
    ],
    [
      'amd-mi300x',
      '0',
      {
        ...{ utilizationPercent: 97, memoryUsedMiB: 183_265, powerW: 748, smClockMhz: 1533 },
        ...{ temperatureC: 76, throttleReasons: 4, energyJ: 1.4e11 },
      },
    ],
    [
      'all-smi',
      '0',
      {
        ...{ utilizationPercent: 87.5, memoryUsedMiB: 61_440, powerW: 412.7, smClockMhz: 1755 },
        ...{ temperatureC: 61, throttleReasons: null, energyJ: null },
      },
    ],
  ])('reads %s', async (name, label, values) => {
    const { samples, problems } = await sampled([await exporter(name)])
    expect(problems).toEqual([])
    expect(samples[label]).toEqual(values)
  })

  test('names GPUs of several exporters by host', async () => {
    const urls = await Promise.all(['dcgm-l40s', 'amd-mi300x'].map(exporter))
    const { samples } = await sampled(urls)
    expect(Object.keys(samples).sort()).toEqual(['gpu1-wl8sg:0', 'node-a:0', 'node-a:1'])
  })

  test('samples the chosen GPUs alone', async () => {
    const { samples } = await sampled([await exporter('amd-mi300x')], ['node-a:1'])
    expect(Object.keys(samples)).toEqual(['1'])
    const byUuid = await sampled(
      [await exporter('all-smi')],
      ['GPU-00000000-0000-0000-0000-00000000000a'],
    )
    expect(Object.keys(byUuid.samples)).toEqual(['0'])
  })

  test('reads a path with a query, as of the federation of a Prometheus server', async () => {
    const query = '/federate?match[]=%7Bgpu%3D%220%22%7D'
    const url = await serveAnswers({ [`GET ${query}`]: page('dcgm-l40s') })
    const { samples } = await sampled([url + query])
    expect(Object.keys(samples)).toEqual(['0'])
  })

  test('reports an exporter that stopped', async () => {
    const { samples, problems } = await sampled([await deadUrl()])
    expect(samples).toEqual({})
    expect(problems).toEqual([expect.stringContaining('ECONNREFUSED')])
  })
})

describe('kneepoint bench serve', () => {
  let folder: string
  let simulator: TestSimulator
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-exporters-'))
    simulator = await startTestSimulator()
  })
  afterAll(async () => {
    await simulator.stop()
    await rm(folder, { recursive: true })
  })

  function bench(...args: readonly string[]) {
    const load = ['--prompt-token-ids', '--random-input-len', '16', '--random-output-len', '200']
    const server = ['--base-url', simulator.baseUrl, '--model', 'sim', '--num-prompts', '4']
    return runCli(['bench', 'serve', ...server, ...load, ...args], {
      cwd: folder,
      env: { KNEEPOINT_DATA: folder },
    })
  }

  const servedRequests = async () => {
    const body = await (await fetch(`${simulator.baseUrl}/metrics`)).text()
    return /^vllm:prompt_tokens_total\S* (\S+)/m.exec(body)?.[1]
  }

  test('stores what the exporter reports', async () => {
    const { code, notes } = await bench(
      '--save-run',
      '--gpu-metrics-url',
      await exporter('dcgm-l40s'),
    )
    expect(notes).not.toContain('was not launched from here')
    expect(code).toBe(0)
    const database = openDatabase(path.join(folder, 'kneepoint.db'))
    const [run] = listRuns(database, { text: '', sweepId: null })
    const { sources, problems } = readTelemetry(database, run?.id ?? '')
    database.close()
    expect(problems).toEqual([])
    expect(sources.map(({ kind }) => kind).sort()).toEqual(['gpu', 'server'])
    const gpu = run?.summary?.telemetry?.gpu
    expect(gpu).toMatchObject({ count: 1, maxTemperatureC: 32 })
    expect(run?.summary).toMatchObject({ meanPowerW: gpu?.powerW?.mean, imbalance: null })
  })

  test.each([
    ['does not respond', deadUrl, [], ['ECONNREFUSED', 'Start the exporter']],
    [
      'has no GPU',
      () => serveAnswers({ 'GET /metrics': webPage }),
      [],
      ['has no series of GPUs', 'port 9400'],
    ],
    [
      'has other GPUs',
      () => exporter('amd-mi300x'),
      ['--gpu-metrics-gpus', '2,3'],
      ['no GPU 2, 3 of --gpu-metrics-gpus; it has node-a:0, node-a:1'],
    ],
    [
      'has only some of the GPUs',
      () => exporter('amd-mi300x'),
      ['--gpu-metrics-gpus', '1,node-a:7'],
      ['no GPU node-a:7 of --gpu-metrics-gpus; it has node-a:0, node-a:1'],
    ],
  ])('sends nothing where an exporter %s', async (_, served, args, sentences) => {
    const before = await servedRequests()
    const { code, notes } = await bench('--save-run', '--gpu-metrics-url', await served(), ...args)
    expect(code).not.toBe(0)
    for (const sentence of sentences) expect(notes).toContain(sentence)
    expect(await servedRequests()).toBe(before)
  })

  test.each([
    [['--gpu-metrics-url', 'http://127.0.0.1:9400'], 'Add --save-run'],
    [['--save-run', '--gpu-metrics-url', 'gpu-host'], '--gpu-metrics-url'],
    [
      ['--save-run', '--gpu-metrics-url', 'http://a:b@127.0.0.1:9400'],
      'must not contain a user name or password',
    ],
    [['--save-run', '--gpu-metrics-gpus', '0'], 'add --gpu-metrics-url'],
  ])('refuses %j', async (args, sentence) => {
    const { code, notes } = await bench(...args)
    expect(code).not.toBe(0)
    expect(notes).toContain(sentence)
  })
})
