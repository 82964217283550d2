// Runs the original's Python client and ours with the same command lines on our simulator and compares the shapes of all
// they print and save, and the values that do not depend on time:
//
//     KNEEPOINT_VLLM_PYTHON=PYTHON KNEEPOINT_VLLM_WHEEL=FOLDER node tests/compatibility profiles/beside-clients.ts
//
// PYTHON has the libraries the client needs (see README.md), FOLDER is an unpacked wheel of vLLM. Its Rust client, where the
// wheel has one, is run with `--report-layout vllm-bench` beside it.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import {
  differences,
  printedShape,
  resultShape,
  valueDifferences,
  type Difference,
} from './result-shape.ts'

const repository = path.join(import.meta.dirname, '..', '..')
const compat = 'vllm-0.33'
const hashSeed = '42'

const random = ['--dataset-name', 'random', '--random-input-len', '20', '--random-output-len', '8']
const few = [...random, '--num-prompts', '12']
const chat = ['--backend', 'openai-chat', '--endpoint', '/v1/chat/completions']
const trace = [
  '--dataset-name',
  'timed_trace',
  '--dataset-path',
  'tests/datasets/fixtures/trace.jsonl',
]

const prompts = 'tests/vllm/fixtures/inputs/prompts.jsonl'

/** By what each of them tries. */
const commandLines: Readonly<Record<string, readonly string[]>> = {
  'all at once': [...few, '--save-detailed'],
  'a limit': [...few, '--max-concurrency', '4'],
  'a limit and a rate': [
    ...few,
    '--max-concurrency',
    '4',
    '--request-rate',
    '100',
    '--save-detailed',
  ],
  chat: [...few, ...chat, '--percentile-metrics', 'ttft,tpot,itl,e2el', '--save-detailed'],
  'unknown metrics': [
    ...few,
    '--percentile-metrics',
    'ttft,latency',
    '--metric-percentiles',
    '50,99.9',
  ],
  goodput: [
    ...few,
    '--goodput',
    'ttft:5000',
    'tpot:5000',
    '--request-rate',
    '80',
    '--metadata',
    'a=b',
  ],
  'a ramp': [
    ...few,
    '--ramp-up-strategy',
    'linear',
    '--ramp-up-start-rps',
    '20',
    '--ramp-up-end-rps',
    '60',
  ],
  'a trace': [
    ...trace,
    '--num-prompts',
    '12',
    '--timed-trace-sec-multiplier',
    '0.0001',
    '--save-detailed',
  ],
  'a profiler that is not there': [...few, '--profile'],
  'a ready check and warm-ups': [...few, '--ready-check-timeout-sec', '5', '--num-warmups', '2'],
  probes: [...few, '--probe-request-rate', '20'],
  embeddings: [
    ...few,
    '--backend',
    'openai-embeddings',
    '--endpoint',
    '/v1/embeddings',
    '--save-detailed',
  ],
}

const saidSchema = z.object({
  output: z.string(),
  result: z.string().nullable(),
  error: z.string().nullable(),
})
type Said = z.infer<typeof saidSchema>

type Peer = Readonly<{ python: string; wheel: string }>

const simulator = await startSimulator(
  { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 },
  { onLog: () => undefined, onPhase: () => undefined },
)
try {
  process.exitCode = await compareAll(peerOf(process.env), `http://127.0.0.1:${simulator.port}`)
} finally {
  await simulator.stop()
}

function peerOf(environment: NodeJS.ProcessEnv): Peer {
  const { KNEEPOINT_VLLM_PYTHON: python, KNEEPOINT_VLLM_WHEEL: wheel } = environment
  if (python === undefined || wheel === undefined) {
    throw new Error('Set KNEEPOINT_VLLM_PYTHON and KNEEPOINT_VLLM_WHEEL.')
  }
  return { python, wheel }
}

/** Returns the exit code. */
async function compareAll(peer: Peer, baseUrl: string): Promise<number> {
  const shared = [
    ...['--base-url', baseUrl, '--model', 'sim', '--request-id-prefix', 'r-'],
    ...['--tokenizer', 'tests/vllm/fixtures/tokenizers/byte-pairs'],
  ]
  const wanted = process.argv.slice(2)
  const names = Object.keys(commandLines).filter(
    (name) => wanted.length === 0 || wanted.includes(name),
  )
  const lines = names.map((name) => [...shared, ...(commandLines[name] ?? [])])
  const theirs = await byPython(lines, peer)
  let failed = 0
  for (const [index, name] of names.entries()) {
    const found = await comparison(lines[index] ?? [], theirs[index])
    failed += found.length
    say(`${found.length === 0 ? 'same' : 'DIFFERENT'}  ${name}`)
    for (const { what, theirs: wrote, ours } of found) {
      say(`--- ${what}, the original\n${wrote}\n+++ ${what}, ours\n${ours}`)
    }
  }
  failed += await compareRust(shared, peer)
  return failed === 0 ? 0 : 1
}

async function comparison(
  line: readonly string[],
  theirs: Said | undefined,
): Promise<readonly Difference[]> {
  if (theirs === undefined) throw new Error('The original said nothing.')
  const ours = await byUs([...line, '--compat', compat])
  const byDefault = await byUs(line)
  if (theirs.result === null || ours.result === null || byDefault.result === null) {
    return differences('error', [theirs.error ?? 'none'], [ours.error ?? byDefault.error ?? 'none'])
  }
  return [
    ...differences('printed', printedShape(theirs.output), printedShape(ours.output)),
    ...differences(
      'printed by default',
      printedShape(theirs.output),
      printedShape(byDefault.output),
    ),
    ...differences('file', resultShape(theirs.result), resultShape(ours.result)),
    ...differences('file by default', resultShape(theirs.result), resultShape(byDefault.result)),
    ...valueDifferences(theirs.result, ours.result),
  ]
}

/** One process for all of them: loading its libraries takes longest. */
async function byPython(
  lines: readonly (readonly string[])[],
  peer: Peer,
): Promise<readonly Said[]> {
  const child = spawn(peer.python, [path.join('tests', 'compat', 'run-client.py'), peer.wheel], {
    cwd: repository,
    env: { ...process.env, PYTHONHASHSEED: hashSeed, HF_HUB_OFFLINE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const said: Said[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(saidSchema.parse(JSON.parse(line)))
  }
  return said
}

async function byUs(line: readonly string[]): Promise<Said> {
  return inFolder(async (folder) => {
    const saving = ['--save-result', '--result-dir', folder, '--result-filename', 'result.json']
    const { code, output, notes } = await runCli(
      ['bench', 'serve', ...line, ...saving, '--disable-tqdm'],
      { cwd: repository, env: { PYTHONHASHSEED: hashSeed, KNEEPOINT_DATA: folder } },
    )
    if (code !== 0) return { output, result: null, error: notes }
    return { output, result: readFileSync(path.join(folder, 'result.json'), 'utf8'), error: null }
  })
}

/** Returns how many differences there are. */
async function compareRust(shared: readonly string[], { wheel }: Peer): Promise<number> {
  const program = path.join(wheel, 'vllm', 'vllm-rs')
  if (!existsSync(program)) return 0
  // Random prompts it compares with the tokenizer of the server, which is not the one named here.
  const custom = [
    '--dataset-name',
    'custom',
    '--dataset-path',
    prompts,
    '--skip-chat-template',
    '--custom-output-len',
    '4',
  ]
  const line = [...shared, ...custom, '--num-prompts', '12', '--max-concurrency', '4']
  const ours = await byUs([...line, '--report-layout', 'vllm-bench'])
  const theirs = await byRust(program, line)
  const peaks = [theirs, ours].map(({ result }) => {
    const schema = z.object({ max_concurrent_requests: z.int() })
    return String(schema.parse(JSON.parse(result ?? '{}')).max_concurrent_requests)
  })
  const titles = [theirs, ours].map(({ output }) =>
    printedShape(output).filter((text) => /^(=|-)+ ?[A-Z]/.test(text)),
  )
  const found = [
    ...differences('peak', [peaks[0] ?? ''], [peaks[1] ?? '']),
    ...differences('blocks', titles[0] ?? [], titles[1] ?? []),
  ]
  say(`${found.length === 0 ? 'same' : 'DIFFERENT'}  the Rust client`)
  found.forEach((one) => say(JSON.stringify(one)))
  return found.length
}

function byRust(program: string, line: readonly string[]): Promise<Said> {
  return inFolder(async (folder) => {
    const saving = ['--save-result', '--result-dir', folder, '--result-filename', 'result.json']
    const child = spawn(program, ['bench', 'serve', ...line, ...saving, '--disable-tqdm'], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const output = await text(child.stdout)
    return { output, result: readFileSync(path.join(folder, 'result.json'), 'utf8'), error: null }
  })
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-beside-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
