import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { quietHooks, testSpec } from '#node/simulator/simulator.test-support.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { openDatabase } from '#node/storage/database.ts'
import { listRuns } from '#node/storage/runs.ts'
import { readRecords } from '#node/storage/requests.ts'
import { readTelemetry } from '#node/storage/telemetry.ts'
import { runCli, type CliOptions } from './run-cli.test-support.ts'

type RunningSimulator = Awaited<ReturnType<typeof startSimulator>>

let folder: string
let simulator: RunningSimulator
let webPage: Server

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-cli-'))
  simulator = await startSimulator({ ...testSpec, preset: 'h100-llama-8b' }, quietHooks)
  webPage = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<h1>Welcome</h1>')
  }).listen(0, '127.0.0.1')
  await once(webPage, 'listening')
  await writeFile(path.join(folder, 'truncated.json'), '[{"conversations": [{"value": "Hi')
})

afterAll(async () => {
  await simulator.stop()
  webPage.close()
  await rm(folder, { recursive: true })
})

const small = ['--prompt-token-ids', '--random-input-len', '16', '--random-output-len', '8']

function bench(args: readonly string[], options: CliOptions = {}) {
  const server = ['--base-url', `http://127.0.0.1:${simulator.port}`, '--model', 'sim']
  return runCli(['bench', 'serve', ...server, ...small, ...args], { cwd: folder, ...options })
}

function portOf(server: Server): number {
  return z.object({ port: z.number() }).parse(server.address()).port
}

const resultSchema = z.looseObject({
  duration: z.number(),
  completed: z.number(),
  failed: z.number(),
  cut_off_requests: z.number().optional(),
  total_input_tokens: z.number(),
  total_output_tokens: z.number(),
  request_throughput: z.number(),
  output_throughput: z.number(),
  input_lens: z.array(z.number()),
  output_lens: z.array(z.number()),
  ttfts: z.array(z.number()),
  itls: z.array(z.array(z.number())),
  latencies: z.array(z.number()),
  mean_ttft_ms: z.number(),
  mean_tpot_ms: z.number(),
  mean_itl_ms: z.number(),
  mean_e2el_ms: z.number(),
})

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function meanMs(valuesS: readonly number[]): number {
  return (sum(valuesS) / valuesS.length) * 1000
}

describe('bench serve', () => {
  test('prints the report and keeps a file whose numbers follow from its own arrays', async () => {
    const args = ['--num-prompts', '40', '--request-rate', '100', '--num-warmups', '2']
    const file = ['--save-result', '--save-detailed', '--result-filename', 'results/one.json']
    const metrics = ['--percentile-metrics', 'ttft,tpot,itl,e2el']
    const { code, output, notes } = await bench([...args, ...file, ...metrics])
    expect(code).toBe(0)
    expect(output).toMatch(/^Namespace\(backend='openai', base_url='http:/)
    expect(output).toContain(
      'Warmup run completed.\nStarting main benchmark run...\nTraffic request rate: 100.0\n' +
        'Burstiness factor: 1.0 (Poisson process)\nMaximum request concurrency: None\n=====',
    )
    expect(output).toContain('\nSuccessful requests:                     40        \n')
    expect(notes).toContain(path.join('results', 'one.json'))

    const text = await readFile(path.join(folder, 'results', 'one.json'), 'utf8')
    const result = resultSchema.parse(JSON.parse(text))
    const { duration, ttfts, itls, latencies, output_lens: outputLens } = result
    expect(result).toMatchObject({ completed: 40, failed: 0, total_input_tokens: 640 })
    expect(sum(outputLens)).toBe(result.total_output_tokens)
    expect(result.request_throughput).toBeCloseTo(40 / duration, 9)
    expect(result.output_throughput).toBeCloseTo(sum(outputLens) / duration, 9)
    expect(result.mean_ttft_ms).toBeCloseTo(meanMs(ttfts), 9)
    expect(result.mean_itl_ms).toBeCloseTo(meanMs(itls.flat()), 9)
    expect(result.mean_e2el_ms).toBeCloseTo(meanMs(latencies), 9)
    const tpots = latencies.map((latency, i) => (latency - (ttfts[i] ?? 0)) / 7)
    expect(result.mean_tpot_ms).toBeCloseTo(meanMs(tpots), 9)
    latencies.forEach((latency, i) => {
      expect((ttfts[i] ?? 0) + sum(itls[i] ?? [])).toBeCloseTo(latency, 9)
    })
  })

  test('appends one line per run', async () => {
    const args = ['--num-prompts', '2', '--append-result', '--result-filename', 'lines.jsonl']
    await bench(args)
    await bench([...args, '--metadata', 'run=second'])
    const lines = (await readFile(path.join(folder, 'lines.jsonl'), 'utf8')).split('\n')
    const results = lines.map((line) => z.looseObject({}).parse(JSON.parse(line)))
    expect(results).toMatchObject([{ completed: 2 }, { completed: 2, run: 'second' }])
    expect(results[0]).not.toHaveProperty('ttfts')
  })

  test('names the file after load, model and time, and asks the server which model it has', async () => {
    const url = `http://127.0.0.1:${simulator.port}`
    const where = ['--save-result', '--result-dir', path.join(folder, 'named')]
    const args = ['--base-url', url, ...small, '--num-prompts', '2', '--max-concurrency', '1']
    const { code, output } = await runCli(['bench', 'serve', ...args, ...where])
    expect(code).toBe(0)
    expect(output).toContain('Model not specified, fetching first model from server...')
    expect(await readdir(path.join(folder, 'named'))).toEqual([
      expect.stringMatching(/^openai-infqps-concurrency1-[\w.-]+-\d{8}-\d{6}\.json$/),
    ])
  })

  test('draws the run where asked to, beside the result or without one', async () => {
    const plots = ['--plot-timeline', '--timeline-itl-thresholds', '5,10', '--plot-dataset-stats']
    const args = ['--num-prompts', '3', ...plots, '--result-dir', 'plots']
    const { code, notes } = await bench([...args, '--result-filename', 'one.v1.json'])
    expect(code).toBe(0)
    expect(notes).toContain(path.join('plots', 'one.v1.timeline.html'))
    const made = await readdir(path.join(folder, 'plots'))
    expect(made.toSorted()).toEqual(['one.v1.dataset_stats.svg', 'one.v1.timeline.html'])
    const page = await readFile(path.join(folder, 'plots', 'one.v1.timeline.html'), 'utf8')
    expect(page).toContain('ITL ≥ 10 ms')
    expect(page).toContain('addEventListener')
  })

  test('writes records for PyTorch beside the result where the variable asks for them', async () => {
    const env = { SAVE_TO_PYTORCH_BENCHMARK_FORMAT: '1' }
    const args = ['--num-prompts', '2', '--save-result', '--result-dir', 'torch']
    await bench([...args, '--result-filename', 'one.json'], { env })
    const text = await readFile(path.join(folder, 'torch', 'one.pytorch.json'), 'utf8')
    expect(z.array(z.unknown()).parse(JSON.parse(text))).toHaveLength(12)
  })

  test('ends cleanly on Ctrl-C with what was measured', async () => {
    const args = [
      '--num-prompts',
      '1000',
      '--request-rate',
      '50',
      '--save-result',
      '--save-detailed',
    ]
    const { code, output, notes } = await bench([...args, '--result-filename', 'cut.json'], {
      interruptAfter: 'Maximum request concurrency',
    })
    expect(code).toBe(130)
    expect(notes).toContain('Interrupted: these are the requests measured until then.')
    expect(notes).toMatch(/Cancelled(: \d+ requests done until then| before anything was measured)/)
    expect(output).toContain('============ Serving Benchmark Result ============')
    const text = await readFile(path.join(folder, 'cut.json'), 'utf8')
    const result = resultSchema.omit({ mean_e2el_ms: true }).parse(JSON.parse(text))
    // Requests in flight at the interrupt are neither completed nor failed.
    const { completed, failed, cut_off_requests: cutOff = 0 } = result
    expect(result.ttfts).toHaveLength(completed + failed + cutOff)
    expect(completed).toBeLessThan(1000)
  })

  test('ends at the limit for the run, and says that it is not what was asked for', async () => {
    const args = ['--num-prompts', '1000', '--request-rate', '50', '--run-timeout-sec', '0.5']
    const { code, output, notes } = await bench(args)
    expect(code).toBe(1)
    expect(notes).toMatch(/The run reached its limit of 0.5 s: \d+ of 1000 requests were answered/)
    expect(output).toContain('============ Serving Benchmark Result ============')
  })

  test('keeps a run in the database when asked to, without values of headers', async () => {
    const env = { KNEEPOINT_DATA: path.join(folder, 'data') }
    const args = ['--num-prompts', '3', '--save-run', '--label', 'kept', '--header', 'X-Key=secret']
    const { code, notes } = await bench(args, { env })
    expect(code).toBe(0)
    expect(notes).toContain('Stored as "kept".')
    const database = openDatabase(path.join(env.KNEEPOINT_DATA, 'kneepoint.db'))
    const [run] = listRuns(database, { text: '', sweepId: null })
    expect(run).toMatchObject({ name: 'kept', status: 'completed', facts: { simulated: true } })
    expect(run?.config.header).toEqual({ 'X-Key': '***' })
    expect(readRecords(database, run?.id ?? '')).toHaveLength(3)
    const { sources, problems } = readTelemetry(database, run?.id ?? '')
    expect(sources.map(({ kind }) => kind)).toEqual(['server'])
    expect(problems[0]?.message).toContain('was not launched from here')
    expect(run?.summary?.telemetry?.server).not.toBeNull()
    database.close()
  })

  test('says that nothing will be saved where half of that was asked', async () => {
    const { notes } = await bench(['--num-prompts', '1', '--save-detailed'])
    expect(notes).toContain('Nothing will be saved')
  })
})

test('what the original only ignores is a warning', async () => {
  const asked = ['--model', 'nope', '--percentile-metrics', 'ttft,latency', '--num-prompts', '1']
  const { code, output, notes } = await bench(asked)
  expect(code).toBe(1)
  expect(output).toContain('Failed requests:                         1')
  expect(notes).toContain('does not list the model "nope"')
  expect(notes).toContain('no metric is named latency')
})

describe('bad input gets a sentence and exit code 2', () => {
  test.each([
    [['--reqest-rate', '1'], 'There is no flag --reqest-rate.'],
    [['--request-rate', '0'], '--request-rate must be above 0, not "0".'],
    [['--random-input-len', '-5'], '--random-input-len must be at least 0, not "-5".'],
    [
      ['--tokenizer-mode', 'custom'],
      '--tokenizer-mode must be auto, hf, slow, mistral, deepseek_v32, deepseek_v4, cohere, grok2, inkling, kimi_audio, kimi_k3 or qwen_vl, not "custom".',
    ],
    [['--timeline-itl-thresholds', '50,25'], 'takes two numbers of ms, the lower first'],
    [['--save-result', '--result-dir', '/dev/null/x'], 'Cannot write to /dev/null/x'],
  ])('%j', async (args, sentence) => {
    const { code, output, notes } = await bench(args)
    expect(code).toBe(2)
    expect(notes).toContain(sentence)
    expect(notes).toMatch(/^kneepoint: /)
    expect(output).not.toContain('Starting main benchmark run')
    expect(output).not.toContain('Namespace(')
  })

  test('a server that is not there', async () => {
    const { code, notes } = await bench(['--base-url', 'http://127.0.0.1:1'])
    expect(code).toBe(2)
    expect(notes).toContain('No response from http://127.0.0.1:1')
  })

  test('a port that answers with a web page', async () => {
    const { code, notes } = await bench(['--base-url', `http://127.0.0.1:${portOf(webPage)}`])
    expect(code).toBe(2)
    expect(notes).toContain('web page')
  })

  test('a dataset that breaks off', async () => {
    const url = `http://127.0.0.1:${simulator.port}`
    const dataset = ['--dataset-name', 'sharegpt', '--dataset-path', 'truncated.json']
    const args = ['bench', 'serve', '--base-url', url, '--model', 'sim', ...dataset]
    const { code, notes } = await runCli(args, { cwd: folder })
    expect(code).toBe(2)
    expect(notes).toContain('truncated.json')
  })
})
