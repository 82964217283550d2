// Cost of random prompts from the start of the command to its exit, on a server that answers one token: beside vLLM's
// client in Rust if it is installed (KNEEPOINT_VLLM_RS, or beside KNEEPOINT_VLLM), and its client in Python (KNEEPOINT_VLLM), in
// turns. Linux only.
//   node bench/preparation.ts                            the usual rows, with a tokenizer of one word a token
//   node bench/preparation.ts 1024x20000 32x500:detailed  tokens × prompts; saved in detail
//   node bench/preparation.ts --repeats 9 32x1            a start: one request
//   node bench/preparation.ts --tokenizer FILE --ids --repeats 3
//   node bench/preparation.ts --dataset sharegpt:FILE 1x1000   prompts of a file, tokens ignored; also timed_trace:FILE
//   node bench/preparation.ts --large                     1,000 prompts of a ShareGPT file of 1 GB, and of a trace of 10 million lines
//   node bench/preparation.ts --kept                      also our client with a workload that an earlier run kept
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CommandLine } from '#node/calibration/native-server.ts'
import { median } from './rig/figures.ts'
import { ourCommand, runCommandLine } from './rig/command-line.ts'
import { runMetered } from './rig/metered.ts'
import { writeShareGpt, writeTrace } from './rig/large-dataset.ts'
import { buildNativeRig } from './rig/native.ts'
import { nodeRig } from './rig/node-rig.ts'
import { watchTreeMemory } from './rig/process-tree.ts'
import { findVllmRs } from './rig/vllm-rs.ts'
import { wordTokenizer } from './rig/word-tokenizer.ts'

const usualRows = [
  ...['16384x1000', '1024x20000', '1024x5000:detailed', '32x100000', '32x20000:detailed'],
  ...['131072x100'],
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tokenizer: { type: 'string' },
    dataset: { type: 'string' },
    ids: { type: 'boolean', default: false },
    kept: { type: 'boolean', default: false },
    known: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    repeats: { type: 'string', default: '1' },
  },
})

/** `args`: dataset and number of requests. */
type Row = Readonly<{ name: string; args: readonly string[]; isDetailed: boolean }>

/** Seconds and megabytes; memory is the most of all processes together, `afterLast` from the last request to the exit. */
type Cost = Readonly<{
  wall: number
  cpu: number
  memory: number
  firstRequest: number
  afterLast: number
}>

type Client = Readonly<{
  name: string
  /** Called before each run. */
  before?: () => void
  commandOf: (args: readonly string[]) => CommandLine
}>

const folder = mkdtempSync(join(tmpdir(), 'kneepoint-preparation-'))
try {
  if (values.large) await compare([largeShareGpt(), largeTrace()])
  else await compare((positionals.length === 0 ? usualRows : positionals).map(rowOf))
} finally {
  rmSync(folder, { recursive: true })
}

async function compare(rows: readonly Row[]): Promise<void> {
  const { startServer, meter } = (await buildNativeRig()) ?? nodeRig
  if (meter === null) throw new Error('A C compiler is needed.')
  const program = meter
  const peer = findVllmRs()
  process.env['KNEEPOINT_DATA'] = join(folder, 'data')
  const forgetKept = () => rmSync(join(folder, 'data/prepared'), { recursive: true, force: true })
  const clients: Client[] = [{ name: 'kneepoint', before: forgetKept, commandOf: ourCommand }]
  if (values.known) {
    let seed = 1
    const commandOf: Client['commandOf'] = (args) => ourCommand([...args, '--seed', String(seed++)])
    clients.push({ name: 'kneepoint, tokenizer known', commandOf })
  }
  if (values.kept) clients.push({ name: 'kneepoint, kept', commandOf: ourCommand })
  if (peer !== null) {
    clients.push({ name: peer.version, commandOf: (args) => [peer.program, args] })
  }
  const { KNEEPOINT_VLLM: vllm } = process.env
  if (vllm !== undefined) clients.push({ name: 'vllm', commandOf: (args) => [vllm, args] })
  const tokenizer = values.tokenizer ?? wordTokenizer(folder)
  // The first start after a change of the sources builds, and caches what it compiled.
  await runCommandLine(['--help'])
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? ''}, ${process.version}\n`)
  console.log(
    '| tokens × prompts | client | wall | CPU | memory | first request after | after the last | load |',
  )
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const row of rows) {
    for (const client of clients) {
      const costs: Cost[] = []
      while (costs.length < Number(values.repeats)) costs.push(await costOf(row, client))
      const of = (figure: keyof Cost) => median(costs.map((cost) => cost[figure]))
      const times = [of('wall'), of('cpu')].map((seconds) => `${seconds.toFixed(2)} s`)
      const memory = `${of('memory').toFixed(0)} MB`
      const ends = [of('firstRequest'), of('afterLast')].map((seconds) => `${seconds.toFixed(2)} s`)
      const cells = [
        row.name,
        client.name,
        ...times,
        memory,
        ...ends,
        (loadavg()[0] ?? 0).toFixed(1),
      ]
      console.log(`| ${cells.join(' | ')} |`)
    }
  }

  async function costOf(row: Row, { before, commandOf }: Client): Promise<Cost> {
    before?.()
    const server = await startServer({ ttftMs: 0, itlMs: 0, logs: true })
    const command = commandOf(argumentsOf(row, { port: server.port, tokenizer }))
    const memory = watchTreeMemory()
    const { startedAtNs, endedAtNs, cpuSeconds } = await runMetered(program, command)
    const peak = memory.stop()
    const truths = await server.stop()
    const firstNs = truths.reduce((least, { received }) => Math.min(least, received), Infinity)
    const lastNs = truths.reduce((most, { received }) => Math.max(most, received), 0)
    return {
      wall: (endedAtNs - startedAtNs) / 1e9,
      cpu: cpuSeconds,
      memory: peak,
      firstRequest: (firstNs - startedAtNs) / 1e9,
      afterLast: (endedAtNs - lastNs) / 1e9,
    }
  }
}

function rowOf(name: string): Row {
  const [, tokens, prompts, detailed] = /^(\d+)x(\d+)(:detailed)?$/.exec(name) ?? []
  if (tokens === undefined || prompts === undefined) {
    throw new Error(`"${name}" is not of the form 1024x20000 or 1024x20000:detailed.`)
  }
  const [, dataset = '', path = ''] = /^(\w+):(.+)$/.exec(values.dataset ?? '') ?? []
  const ofDataset =
    dataset === ''
      ? [
          ...['--dataset-name', 'random', '--random-input-len', tokens],
          ...['--random-range-ratio', '0', '--random-output-len', '1'],
        ]
      : ['--dataset-name', dataset, '--dataset-path', path]
  const isDetailed = detailed !== undefined
  return { name, args: [...ofDataset, '--num-prompts', prompts], isDetailed }
}

function largeShareGpt(): Row {
  const path = join(folder, 'sharegpt.json')
  writeShareGpt(path, 1e9)
  const args = ['--dataset-name', 'sharegpt', '--dataset-path', path, '--num-prompts', '1000']
  return {
    name: 'ShareGPT, 1 GB × 1000',
    args: [...args, '--sharegpt-output-len', '1'],
    isDetailed: false,
  }
}

/** Of the last requests of a trace, for which all lines before them are read. */
function largeTrace(): Row {
  const path = join(folder, 'trace.jsonl')
  writeTrace(path, 10_000_000)
  const args = ['--dataset-name', 'timed_trace', '--dataset-path', path, '--num-prompts', '1000']
  const last = ['--timed-trace-start', '9999']
  return { name: 'trace, 10,000,000 lines × 1000', args: [...args, ...last], isDetailed: false }
}

function argumentsOf(
  { args, isDetailed }: Row,
  { port, tokenizer }: Readonly<{ port: number; tokenizer: string }>,
): readonly string[] {
  return [
    ...['bench', 'serve', '--base-url', `http://127.0.0.1:${port}`, '--disable-tqdm'],
    ...['--model', 'mock', '--tokenizer', tokenizer, '--ignore-eos', '--max-concurrency', '64'],
    ...args,
    ...(values.ids ? ['--prompt-token-ids'] : []),
    ...(isDetailed ? ['--save-result', '--save-detailed', '--result-dir', folder] : []),
  ]
}
