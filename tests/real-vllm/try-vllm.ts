// A real vLLM, from launch to stop, on this computer and over SSH: what docs/tried-with-vllm.md reports. Prints its
// findings as Markdown, and ends with an error where anything differs that must not.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { messageOf } from '#core/model/app-error.ts'
import { resetCaches } from '#node/experiment/reset-caches.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import { knownLine } from '../remote/connect-to.ts'
import { markedProcesses } from '../remote/install-vllm.ts'
import { makeKey, missingDaemon, startSshDaemon } from '../remote/ssh-daemon.ts'
import {
  benchmarkBy,
  comparedKeys,
  installedClients,
  type Benchmark,
  type Circumstances,
  type ClientName,
  type Result,
} from './bench-clients.ts'
import { compareBursts, type BurstPlace } from './bursts.ts'
import type { InstalledVllm } from './find-vllm.ts'
import { markdownTable } from './markdown-table.ts'
import { startRecorder } from './recorder.ts'

export async function tryVllm(found: InstalledVllm): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-vllm-'))
  try {
    const model = path.join(folder, 'model')
    const text = path.resolve(import.meta.dirname, '../../resources/sonnets.txt')
    run(found.python, [path.join(import.meta.dirname, 'make-model.py'), model, text])
    writeFileSync(path.join(folder, 'sharegpt.json'), JSON.stringify(conversations()))
    const circumstances = { vllm: found, folder, env: environment(folder) }
    tell(`vLLM ${found.version}, ${new Date().toISOString().slice(0, 10)}`)
    await tryHost({ host: 'local', title: 'This computer', bursts: true }, model, circumstances)
    if (missingDaemon === null) await tryOverSsh(model, circumstances)
    else tell(`Over SSH: skipped, ${missingDaemon}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Keeps away from the files of the user, and downloads nothing. */
function environment(folder: string): Record<string, string> {
  const home = path.join(folder, 'home')
  mkdirSync(home)
  return {
    HOME: home,
    XDG_DATA_HOME: path.join(folder, 'share'),
    KNEEPOINT_DATA: path.join(folder, 'data'),
    HF_HUB_OFFLINE: '1',
    VLLM_NO_USAGE_STATS: '1',
  }
}

/** For a small model on a processor that has other things to do; the cache can be reset. */
const serverVariables = [
  'VLLM_SERVER_DEV_MODE=1',
  'VLLM_NO_USAGE_STATS=1',
  'VLLM_CPU_KVCACHE_SPACE=1',
  'VLLM_CPU_OMP_THREADS_BIND=nobind',
  'OMP_NUM_THREADS=1',
  'HF_HUB_OFFLINE=1',
  // Virtual machines may announce AMX and then refuse its instructions.
  'ONEDNN_MAX_CPU_ISA=AVX512_CORE',
]

/** For the same reason not in bfloat16, for which vLLM has AMX of its own. */
const serverText = [
  '--max-model-len',
  '1024',
  '--enforce-eager',
  '--dtype',
  'float32',
  '--seed',
  '0',
]

async function tryOverSsh(model: string, circumstances: Circumstances): Promise<void> {
  const { folder, env } = circumstances
  const key = makeKey(folder)
  const daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey] })
  try {
    writeFileSync(path.join(folder, 'data', 'known_hosts'), knownLine(daemon))
    const place = ['--port', String(daemon.port), '--identity-file', key.file]
    await ours(['host', 'add', '127.0.0.1', '--name', 'lab', ...place], env)
    await tryHost({ host: 'lab', title: 'Over SSH' }, model, circumstances)
  } finally {
    await daemon.stop()
  }
}

type Try = Readonly<{ host: string; title: string; bursts?: boolean }>

async function tryHost(
  { host, title, bursts = false }: Try,
  model: string,
  circumstances: Circumstances,
): Promise<void> {
  const { vllm: found, env } = circumstances
  tell(`## ${title}`)
  const launch = ['server', 'launch', host, '--program', found.program, '--env', ...serverVariables]
  const launched = await runCli([...launch, '--', model, ...serverText], { env })
  tell(block(launched.notes + launched.output))
  const id = /^tmp-\S+$/m.exec(launched.output)?.[0] ?? ''
  const port = / at port (\d+) of /.exec(launched.output)?.[1] ?? ''
  try {
    assert.equal(launched.code, 0, 'the server did not become ready')
    const baseUrl = `http://127.0.0.1:${port}`
    await compare(baseUrl, model, circumstances)
    if (bursts) await reportBursts({ baseUrl, model, circumstances })
  } finally {
    const stopped = await ours(['server', 'stop', id, '--on', host, '--remove'], env)
    tell(block(stopped.output))
  }
  const left = execFileSync('sh', ['-c', markedProcesses(id)], { encoding: 'utf8' }).trim()
  assert.equal(left, '', 'processes of the server are left')
  tell('No process of the server is left.')
}

async function reportBursts(place: BurstPlace): Promise<void> {
  tell('### Ten requests at once, six tokens each')
  for (const part of await compareBursts(place)) tell(part)
}

async function compare(
  baseUrl: string,
  model: string,
  circumstances: Circumstances,
): Promise<void> {
  const shared = ['--backend', 'vllm', '--model', model, '--seed', '7', '--ignore-eos']
  const load = ['--request-rate', '6', '--num-prompts', '36']
  const { folder } = circumstances
  const datasets: Readonly<Record<string, readonly string[]>> = {
    random: ['--dataset-name', 'random', '--random-input-len', '96', '--random-output-len', '24'],
    sharegpt: ['--dataset-name', 'sharegpt', '--dataset-path', path.join(folder, 'sharegpt.json')],
  }
  for (const [name, dataset] of Object.entries(datasets)) {
    const args = [...shared, ...dataset, ...load]
    await samePrompts(name, [...shared, ...dataset, '--num-prompts', '12'], {
      ...{ baseUrl, circumstances },
    })
    const results: (Result | null)[] = []
    const clients = installedClients(circumstances.vllm)
    for (const client of [...clients, ...clients]) {
      const reset = await resetCaches({ access: { baseUrl, headers: {}, insecure: false } })
      assert.deepEqual(reset, { done: true })
      results.push(await figuresBy(client, { args, baseUrl }, circumstances))
    }
    tell(`### ${name}: ${[...dataset.slice(2), ...load].map(withoutFolder).join(' ')}`)
    tell(table([...clients, ...clients], results))
    const [ours, theirs] = results
    for (const key of ['completed', 'total_input_tokens', 'total_output_tokens'] as const) {
      assert.equal(ours?.[key], theirs?.[key], `${name}: ${key}`)
    }
  }
}

/** Null where the Rust client fails, which is a fact about it: it gives up on some random prompts. */
async function figuresBy(
  client: ClientName,
  benchmark: Benchmark,
  circumstances: Circumstances,
): Promise<Result | null> {
  const running = benchmarkBy(client, benchmark, circumstances)
  if (client !== 'vllm-rs') return running
  return running.catch((error: unknown) => {
    tell(`${client} failed: ${messageOf(error).trim().split('\n').at(-1)?.trim()}`)
    return null
  })
}

type Place = Readonly<{ baseUrl: string; circumstances: Circumstances }>

async function samePrompts(
  name: string,
  args: readonly string[],
  { baseUrl, circumstances }: Place,
): Promise<void> {
  const recorded: (readonly string[])[] = []
  for (const client of ['kneepoint', 'vllm'] as const) {
    const recorder = await startRecorder(baseUrl)
    try {
      await benchmarkBy(client, { args, baseUrl: recorder.baseUrl }, circumstances)
      recorded.push(recorder.prompts())
    } finally {
      recorder.close()
    }
  }
  assert.deepEqual(recorded[0], recorded[1], `${name}: the two clients send different prompts`)
  tell(`${name}: both clients sent the same ${recorded[0]?.length} prompts and lengths.`)
}

/** Lines of the sonnets as questions and answers of several lengths. */
function conversations() {
  const line = 'Shall I compare thee to a summer day, thou art more lovely and more temperate. '
  return Array.from({ length: 60 }, (_, index) => ({
    id: String(index),
    conversations: [
      { from: 'human', value: `${index}: ${line.repeat(1 + (index % 5))}` },
      { from: 'gpt', value: line.repeat(1 + ((index * 7) % 4)) },
    ],
  }))
}

function table(clients: readonly string[], results: readonly (Result | null)[]): string {
  const rows = comparedKeys.map((key) => [key, ...results.map((result) => rounded(result?.[key]))])
  return markdownTable([['', ...clients], ...rows])
}

function rounded(value: number | undefined): string {
  if (value === undefined) return '–'
  return Number.isInteger(value) ? String(value) : value.toFixed(2)
}

function withoutFolder(word: string): string {
  return path.isAbsolute(word) ? path.basename(word) : word
}

async function ours(args: readonly string[], env: Circumstances['env']) {
  const ended = await runCli(args, { env })
  assert.equal(ended.code, 0, `kneepoint ${args.join(' ')}\n${ended.notes}${ended.output}`)
  return ended
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
}

function tell(text: string): void {
  process.stdout.write(`${text}\n\n`)
}

function block(text: string): string {
  return `\`\`\`\n${text.trim()}\n\`\`\``
}
