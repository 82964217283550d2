// Command lines and reports that people published, as this program runs and prints them: numbers aside, to the byte.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { runCli } from './run-cli.test-support.ts'

type RunningSimulator = Awaited<ReturnType<typeof startSimulator>>

const models = ['facebook/opt-6.7b', '/workspace/DeepSeek-R1-0528-tokenizer']

/** Later flags win: only where, how much and how long differ from what was published. */
const shortened = {
  fork: ['--duration_minutes', '0.05', '--request-rate', '20'],
  script: ['--num-prompts', '12', '--random-input-len', '32', '--random-output-len', '8'],
}

let folder: string
let simulator: RunningSimulator

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-samples-'))
  // The simulator has one model and answers to the names of adapters as well.
  simulator = await startSimulator(
    {
      kind: 'simulator',
      preset: 'h100-llama-8b',
      port: null,
      startupS: 0,
      seed: 0,
      loraModules: models,
    },
    { onLog: () => undefined, onPhase: () => undefined },
  )
  const conversation = (i: number) => ({
    conversations: [
      { from: 'human', value: `What is special about the number ${i}?` },
      { from: 'gpt', value: 'It comes after the one before it.' },
    ],
  })
  const conversations = Array.from({ length: 30 }, (_, i) => conversation(i))
  const file = path.join(folder, 'ShareGPT_V3_unfiltered_cleaned_split.json')
  await writeFile(file, JSON.stringify(conversations))
})

afterAll(async () => {
  await simulator.stop()
  await rm(folder, { recursive: true })
})

async function linesOf(command: string, changes: readonly string[], compatProfile: string) {
  const args = command.trim().split(/\s+/)
  const server = ['--base-url', `http://127.0.0.1:${simulator.port}`]
  const options = { cwd: folder, env: { KNEEPOINT_COMPAT: compatProfile } }
  const { code, output, notes } = await runCli(
    ['bench', 'serve', ...args, ...changes, ...server],
    options,
  )
  expect(`${code} ${notes}`).toMatch(/^0 /)
  const [namespace, ...lines] = output.trimEnd().split('\n')
  expect(namespace).toMatch(/^Namespace\(backend='vllm'/)
  return lines.map(withoutNumbers)
}

/** Figures become `#` and keep their width of ten, as wide as the column they stand in. */
function withoutNumbers(line: string): string {
  return line
    .replace(/^(.{40} )(?=[\d.]+ *$)[\d. ]{10}$/, '$1#         ')
    .replace(/127\.0\.0\.1:\d+/, 'HOST:PORT')
}

describe('published runs', () => {
  test('a fork of spring 2025 that goes by the clock', async () => {
    const command = `--backend vllm --dataset-name sharegpt --model facebook/opt-6.7b --duration_minutes 20.0
      --request-rate 4.0 --ignore-eos --percentile-metrics ttft,tpot,itl,e2el,token_latency --temperature 0.0`
    expect(await linesOf(command, shortened.fork, 'v0.9')).toEqual([
      'Temperature:  0.0',
      'Checking server health at http://HOST:PORT/health',
      'Server is ready!',
      'Starting initial single prompt test run...',
      'Initial test run completed. Starting main benchmark run...',
      'Traffic request rate: 20.0',
      'Burstiness factor: 1.0 (Poisson process)',
      'Maximum request concurrency: None',
      'Benchmark duration: 0.05 minutes',
      ...scriptReport,
      '----------------End-to-end Latency----------------',
      'Mean E2EL (ms):                          #         ',
      'Median E2EL (ms):                        #         ',
      'P99 E2EL (ms):                           #         ',
      '-----Token Latency (e2e_latency / output_len)-----',
      'Mean Token Latency (ms):                 #         ',
      'Median Token Latency (ms):               #         ',
      'P99 Token Latency (ms):                  #         ',
      '==================================================',
    ])
  })

  test('the script of early 2025', async () => {
    const command = `--host 0.0.0.0 --port 8802 --backend vllm --model /workspace/DeepSeek-R1-0528-tokenizer
      --dataset-name random --max-concurrency 10 --num-prompts 50 --random-input-len 1024
      --random-output-len 1024 --ignore-eos`
    expect(await linesOf(command, shortened.script, 'v0.7')).toEqual([
      'Starting initial single prompt test run...',
      'Initial test run completed. Starting main benchmark run...',
      'Traffic request rate: inf',
      'Burstiness factor: 1.0 (Poisson process)',
      'Maximum request concurrency: 10',
      ...scriptReport,
      '==================================================',
    ])
  })
})

const scriptReport = [
  '============ Serving Benchmark Result ============',
  'Successful requests:                     #         ',
  'Benchmark duration (s):                  #         ',
  'Total input tokens:                      #         ',
  'Total generated tokens:                  #         ',
  'Request throughput (req/s):              #         ',
  'Output token throughput (tok/s):         #         ',
  'Total Token throughput (tok/s):          #         ',
  '---------------Time to First Token----------------',
  'Mean TTFT (ms):                          #         ',
  'Median TTFT (ms):                        #         ',
  'P99 TTFT (ms):                           #         ',
  '-----Time per Output Token (excl. 1st token)------',
  'Mean TPOT (ms):                          #         ',
  'Median TPOT (ms):                        #         ',
  'P99 TPOT (ms):                           #         ',
  '---------------Inter-token Latency----------------',
  'Mean ITL (ms):                           #         ',
  'Median ITL (ms):                         #         ',
  'P99 ITL (ms):                            #         ',
]
