// Cost of random prompts from the start of the command to its exit, on a server that answers one token: beside vLLM's
// client in Rust if it is installed (KNEEPOINT_VLLM_RS, or beside KNEEPOINT_VLLM), in turns. Linux only.
//   node bench/preparation.ts                            the usual rows, with a tokenizer of one word a token
//   node bench/preparation.ts 1024x20000 32x500:detailed  tokens × prompts; saved in detail
//   node bench/preparation.ts --tokenizer FILE --ids --repeats 3
//   node bench/preparation.ts --dataset sharegpt:FILE 1x1000   prompts of a file, tokens ignored; also timed_trace:FILE
//   node bench/preparation.ts --kept                      also our client with a workload that an earlier run kept
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CommandLine } from '#node/calibration/native-server.ts'
import { median } from './rig/figures.ts'
import { ourCommand, runCommandLine } from './rig/command-line.ts'
import { runMetered } from './rig/metered.ts'
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
    repeats: { type: 'string', default: '1' },
  },
})

/** Seconds and megabytes; memory is the most of all processes together. */
type Cost = Readonly<{ wall: number; cpu: number; memory: number; firstRequest: number }>

type Client = Readonly<{
  name: string
  /** Called before each run. */
  before?: () => void
  commandOf: (args: readonly string[]) => CommandLine
}>

const folder = mkdtempSync(join(tmpdir(), 'kneepoint-preparation-'))
try {
  await compare(positionals.length === 0 ? usualRows : positionals)
} finally {
  rmSync(folder, { recursive: true })
}

async function compare(rows: readonly string[]): Promise<void> {
  const { startServer, meter } = (await buildNativeRig()) ?? nodeRig
  if (meter === null) throw new Error('A C compiler is needed.')
  const program = meter
  const peer = findVllmRs()
  process.env['KNEEPOINT_DATA'] = join(folder, 'data')
  const forgetKept = () => rmSync(join(folder, 'data/prepared'), { recursive: true, force: true })
  const clients: Client[] = [{ name: 'kneepoint', before: forgetKept, commandOf: ourCommand }]
  if (values.kept) clients.push({ name: 'kneepoint, kept', commandOf: ourCommand })
  if (peer !== null) {
    clients.push({ name: peer.version, commandOf: (args) => [peer.program, args] })
  }
  const tokenizer = values.tokenizer ?? wordTokenizer(folder)
  // The first start after a change of the sources builds, and caches what it compiled.
  await runCommandLine(['--help'])
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? ''}, ${process.version}\n`)
  console.log('| tokens × prompts | client | wall | CPU | memory | first request after | load |')
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |')
  for (const row of rows) {
    for (const client of clients) {
      const costs: Cost[] = []
      while (costs.length < Number(values.repeats)) costs.push(await costOf(row, client))
      const of = (figure: keyof Cost) => median(costs.map((cost) => cost[figure]))
      const times = [of('wall'), of('cpu')].map((seconds) => `${seconds.toFixed(2)} s`)
      const memory = `${of('memory').toFixed(0)} MB`
      const first = `${of('firstRequest').toFixed(2)} s`
      const cells = [row, client.name, ...times, memory, first, (loadavg()[0] ?? 0).toFixed(1)]
      console.log(`| ${cells.join(' | ')} |`)
    }
  }

  async function costOf(row: string, { before, commandOf }: Client): Promise<Cost> {
    before?.()
    const server = await startServer({ ttftMs: 0, itlMs: 0, logs: true })
    const command = commandOf(argumentsOf(row, { port: server.port, tokenizer }))
    const memory = watchTreeMemory()
    const { startedAtNs, endedAtNs, cpuSeconds } = await runMetered(program, command)
    const peak = memory.stop()
    const truths = await server.stop()
    const firstNs = truths.reduce((least, { received }) => Math.min(least, received), Infinity)
    return {
      wall: (endedAtNs - startedAtNs) / 1e9,
      cpu: cpuSeconds,
      memory: peak,
      firstRequest: (firstNs - startedAtNs) / 1e9,
    }
  }
}

function argumentsOf(
  row: string,
  { port, tokenizer }: Readonly<{ port: number; tokenizer: string }>,
): readonly string[] {
  const [, tokens, prompts, detailed] = /^(\d+)x(\d+)(:detailed)?$/.exec(row) ?? []
  if (tokens === undefined || prompts === undefined) {
    throw new Error(`"${row}" is not of the form 1024x20000 or 1024x20000:detailed.`)
  }
  return [
    ...['bench', 'serve', '--base-url', `http://127.0.0.1:${port}`, '--disable-tqdm'],
    ...['--model', 'mock', '--tokenizer', tokenizer, '--ignore-eos', '--max-concurrency', '64'],
    ...datasetArguments(tokens),
    ...['--num-prompts', prompts],
    ...(values.ids ? ['--prompt-token-ids'] : []),
    ...(detailed === undefined ? [] : ['--save-result', '--save-detailed', '--result-dir', folder]),
  ]
}

function datasetArguments(tokens: string): readonly string[] {
  const [, name = '', path = ''] = /^(\w+):(.+)$/.exec(values.dataset ?? '') ?? []
  if (name !== '') return ['--dataset-name', name, '--dataset-path', path]
  return [
    ...['--dataset-name', 'random', '--random-input-len', tokens],
    ...['--random-range-ratio', '0', '--random-output-len', '1'],
  ]
}
