// A running pod as a host: programs run in its container, and one of them makes its connections.
import type { HostCommand } from '#core/command-line/remote-call.ts'
import { once } from 'node:events'
import { Duplex, PassThrough, Writable } from 'node:stream'
import type WebSocket from 'ws'
import { z } from 'zod'
import { containerName } from '#features/kubernetes-load/core/load-job-manifest.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { GeneratorPlaces, Host, ProgramEnd, RunningProgram } from '#node/remote/host.ts'
import { prepareRemoteLoad } from '#node/remote/load/prepare-remote-load.ts'
import type { ClusterClient } from './cluster-client.ts'

type PodPlace = Readonly<{
  client: ClusterClient
  pod: string
  /** Running programs are added here. */
  programs?: Set<RunningProgram>
  generator?: GeneratorPlaces
  /** Reason that a program in it ended early, if Kubernetes reports it. */
  whyEnded?: (code: number | null) => Promise<AppError | null>
}>

export function podHost({ client, pod, programs, generator, whyEnded }: PodPlace): Host {
  const host: Host = {
    name: pod,
    isHere: false,
    directAddress: null,
    async start(command, signal) {
      const program = await startInPod(client, { pod, command }, signal)
      programs?.add(program)
      const forget = () => programs?.delete(program)
      void program.ended.then(forget, forget)
      return program
    },
    async connect(address, port) {
      node ??= prepareRemoteLoad(host).then(({ node: { program } }) => program)
      const argv = [await node, '-e', relay, address, String(port)]
      return relayed(await startInPod(client, { pod, command: { argv } }))
    },
    ...(generator && { generator }),
    ...(whyEnded && { whyEnded }),
    close: () => Promise.resolve(),
  }
  let node: Promise<string> | null = null
  return host
}

/** Connects, confirms with one byte, and forwards bytes in both directions. */
const relay = `const [, address, port] = process.argv
const socket = require('net').connect({ host: address, port: Number(port), noDelay: true })
socket.on('connect', () => {
  process.stdout.write('+')
  process.stdin.pipe(socket).pipe(process.stdout)
})
socket.on('error', (error) => {
  process.stderr.write(error.message)
  process.exitCode = 1
  process.stdin.destroy()
})`

async function relayed({ stdin, stdout, stderr, ended, kill }: RunningProgram): Promise<Duplex> {
  let said = ''
  stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const first = once(stdout, 'readable').then(() => (stdout.read(1) as Buffer | null) !== null)
  const isConnected = await Promise.race([first, ended.then(() => false)])
  if (!isConnected) throw new Error(said || 'no connection')
  const stream = Duplex.from({ readable: stdout, writable: stdin })
  ended.catch(() => undefined).finally(() => stream.destroy())
  stream.on('close', kill)
  stream.on('error', () => undefined)
  return stream
}

/** Channels of the protocol; each message begins with the channel's byte. */
const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, close: 255 } as const
/** An intermediate proxy may limit the length of a message. */
const longestPiece = 2 ** 16

const exitSchema = z.object({
  status: z.string(),
  reason: z.string().default(''),
  message: z.string().default(''),
  details: z
    .object({ causes: z.array(z.object({ reason: z.string(), message: z.string() })).default([]) })
    .default({ causes: [] }),
})

type PodCommand = Readonly<{ pod: string; command: HostCommand }>

async function startInPod(
  client: ClusterClient,
  { pod, command: { argv, environment = {} } }: PodCommand,
  signal?: AbortSignal,
): Promise<RunningProgram> {
  const added = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const words = added.length > 0 ? ['env', ...added, ...argv] : argv
  const query = new URLSearchParams({ container: containerName })
  for (const stream of ['stdin', 'stdout', 'stderr']) query.append(stream, 'true')
  for (const word of words) query.append('command', word)
  return programOn(await client.openProgram(pod, query, signal), pod)
}

function programOn(socket: WebSocket, pod: string): RunningProgram {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  let exit: z.infer<typeof exitSchema> | null = null
  let isKilled = false
  const stdin = new Writable({
    write(bytes: Buffer, _encoding, done) {
      if (bytes.length === 0) return done()
      for (let at = 0; at < bytes.length; at += longestPiece) {
        const piece = bytes.subarray(at, at + longestPiece)
        const isLast = at + longestPiece >= bytes.length
        send(socket, [channels.stdin, piece], isLast ? done : () => undefined)
      }
    },
    final: (done) => send(socket, [channels.close, Buffer.of(channels.stdin)], done),
  })
  stdin.on('error', () => undefined)
  const pass = (to: PassThrough, bytes: Buffer) => {
    if (to.write(bytes)) return
    socket.pause()
    to.once('drain', () => socket.resume())
  }
  socket.on('message', (data: Buffer) => {
    const bytes = data.subarray(1)
    if (data[0] === channels.stdout) pass(stdout, bytes)
    if (data[0] === channels.stderr) pass(stderr, bytes)
    if (data[0] === channels.status) exit = exitSchema.parse(JSON.parse(bytes.toString()))
  })
  const ended = new Promise<ProgramEnd>((resolve, reject) => {
    socket.on('close', () => {
      for (const stream of [stdout, stderr]) stream.end()
      stdin.destroy()
      try {
        resolve(
          isKilled
            ? { code: null, signal: 'SIGKILL' }
            : { code: exitCode(exit, pod), signal: null },
        )
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
  })
  ended.catch(() => undefined)
  const kill = () => {
    isKilled = true
    socket.terminate()
  }
  return { stdin, stdout, stderr, ended, kill }
}

function send(
  socket: WebSocket,
  [channel, bytes]: readonly [number, Buffer],
  done: (error?: Error | null) => void,
): void {
  socket.send(Buffer.concat([Buffer.of(channel), bytes]), (error) => done(error ?? null))
}

/** Throws if the program could not be started, or if the connection broke. */
function exitCode(exit: z.infer<typeof exitSchema> | null, pod: string): number {
  if (exit === null) throw new Error(`the connection to ${pod} was closed`)
  if (exit.status === 'Success') return 0
  const code = exit.details.causes.find(({ reason }) => reason === 'ExitCode')?.message
  if (code !== undefined) return Number(code)
  const why = exit.message.replace(/\.$/, '')
  throw new AppError('host-failed', message('loadPods.program', { pod, why }), { field: 'on' })
}
