// What goes by the name `vllm` on the hosts of these tests: the simulator behind vLLM's own command line, with its
// processes, its log and its ways to fail. Variables say how it is to behave, since flags belong to vLLM.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { findServeFlag } from '#core/vllm/flag-index.ts'
import { parseServeArguments } from '#core/vllm/parse-serve-arguments.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { startupFailures } from './startup-failures.ts'

const words = process.argv.slice(2)
const { env } = process

if (words.includes('--version')) {
  say('0.28.0')
} else if (words[0] === 'serve') {
  await serve(words.slice(1))
} else {
  refuse(`unknown command: ${words.join(' ')}`)
}

async function serve(args: readonly string[]): Promise<void> {
  const { flags } = parseServeArguments(args, ownFlagIndex())
  const unknown = args.find((word) => word.startsWith('--') && isUnknown(word))
  if (unknown !== undefined) return refuse(`vllm serve: error: unrecognized arguments: ${unknown}`)
  if (env['STAND_IN_TELLS'] !== undefined) tellWhatArrived(env['STAND_IN_TELLS'], args)
  const engine = startEngine()
  const stopping = new AbortController()
  process.on('SIGTERM', () => stopping.abort())
  const failure = startupFailures.find(({ id }) => id === env['STAND_IN_FAILURE']) ?? null
  const rank = Number(flags['node-rank'] ?? 0)
  const ranks = {
    count: Number(flags['nnodes'] ?? 1),
    rank,
    isHeadless: flags['headless'] === true,
  }
  const place = { host: textOf(flags['master-addr']), port: Number(flags['master-port'] ?? 0) }
  await meetOtherRanks(ranks, place, stopping).catch((error: unknown) => {
    endEngine(engine)
    refuse(`(Worker pid=1) RuntimeError: rank ${rank} lost the others: ${String(error)}`)
  })
  if (rank > 0) {
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
    endEngine(engine)
    process.exit(0)
  }
  const startupS = Number(env['STAND_IN_STARTUP_S'] ?? '1')
  const slots = flags['max-num-seqs']
  const spec = {
    ...(slots !== undefined && { flags: { 'max-num-seqs': slots } }),
    kind: 'simulator',
    preset: 'quick',
    port: Number(flags['port']),
    startupS,
    seed: 0,
  } as const
  const requests = env['STAND_IN_REQUESTS']
  const hooks = {
    ...{ onLog: say, onPhase: () => undefined },
    ...(requests !== undefined && { onRequest: () => appendFileSync(requests, 'request\n') }),
  }
  const options = { host: textOf(flags['host']), apiKey: env['VLLM_API_KEY'] ?? null, failure }
  try {
    const simulator = await startSimulator(spec, hooks, { ...options, signal: stopping.signal })
    if (!stopping.signal.aborted) {
      await new Promise<void>((resolve) =>
        stopping.signal.addEventListener('abort', () => resolve()),
      )
    }
    await simulator.stop()
    endEngine(engine)
    process.exit(0)
  } catch (error) {
    if (failure === null && !stopping.signal.aborted) {
      say(`(APIServer pid=1) OSError: [Errno 98] Address already in use: ${String(error)}`)
    }
    endEngine(engine)
    process.exit(failure?.exitCode ?? 1)
  }
}

type Ranks = Readonly<{ count: number; rank: number; isHeadless: boolean }>

/**
 * As the ranks of vLLM do: rank 0 listens at the master port until all others are there, and each of them ends with an error
 * when its connection does. A rank above 0 that is not headless would start an engine of its own.
 */
async function meetOtherRanks(
  { count, rank, isHeadless }: Ranks,
  place: Readonly<{ host: string; port: number }>,
  stopping: AbortController,
): Promise<void> {
  if (count === 1) return
  if (isHeadless !== rank > 0)
    throw new Error(`--headless is for ranks above 0, and this is ${rank}`)
  if (rank === 0) {
    const server = createServer((socket) => socket.on('error', () => undefined))
    server.listen(place.port)
    for (let there = 1; there < count; there++) await once(server, 'connection')
    return
  }
  const socket = await connected(place)
  say(
    `(Worker pid=${process.pid}) INFO 11-21 14:30:00 [parallel_state.py:1] rank ${rank} of ${count} joined`,
  )
  socket.on('close', () => {
    if (!stopping.signal.aborted) refuse('(Worker pid=1) RuntimeError: connection to rank 0 closed')
  })
  socket.on('error', () => undefined)
}

async function connected(place: Readonly<{ host: string; port: number }>): Promise<Socket> {
  for (;;) {
    const socket = connect(place)
    try {
      await once(socket, 'connect')
      return socket
    } catch {
      await delay(100)
    }
  }
}

/** Holds the GPU, as the engine of vLLM does; one that is orphaned does not hear when it is asked to end. */
function startEngine() {
  const trap = env['STAND_IN_ORPHANS'] === undefined ? '' : 'trap "" TERM; '
  return spawn('sh', ['-c', `${trap}while :; do sleep 0.2; done`, 'VLLM::EngineCore'], {
    stdio: 'ignore',
  })
}

function endEngine(engine: ReturnType<typeof startEngine>): void {
  if (env['STAND_IN_ORPHANS'] === undefined) engine.kill('SIGKILL')
}

function isUnknown(word: string): boolean {
  return findServeFlag(word.split('=')[0] ?? '', ownFlagIndex()) === null
}

/** Every word and variable byte for byte, for tests of quoting. */
function tellWhatArrived(file: string, args: readonly string[]): void {
  writeFileSync(file, JSON.stringify({ args, environment: { ...env } }))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '127.0.0.1'
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function refuse(message: string): void {
  process.stderr.write(`usage: vllm serve [model_tag] [options]\n${message}\n`)
  process.exit(2)
}
