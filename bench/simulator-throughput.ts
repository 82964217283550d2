// How many events per second the simulator streams on one core, read by a client that only counts them.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { createHttpServer } from '#node/simulator/api/http-server.ts'
import { findDeployment } from '#node/simulator/presets/presets.ts'
import { createSimulatedServer } from '#node/simulator/simulated-server.ts'

const warmupMs = 1000
const measureMs = 5000
/** More than any stream can get while we look. */
const tokensPerStream = 60_000

type Load = Readonly<{ streams: number; stepMs: number }>

/** Two that ask for 100k events/s, every event in a write of its own, and one without pause between steps. */
const loads: readonly Load[] = [
  { streams: 250, stepMs: 2.5 },
  { streams: 1000, stepMs: 10 },
  { streams: 250, stepMs: 0 },
]

/** Every event holds exactly one "]". */
const eventMark = ']'.charCodeAt(0)

const portSchema = z.number()
const cpuMsSchema = z.number()

if (process.send === undefined) await measureAll()
else await serve()

async function measureAll(): Promise<void> {
  for (const load of loads) {
    const { events, reads, cpuMs, wallMs } = await measure(load)
    console.log(
      `${load.streams} streams, a step every ${load.stepMs} ms: ` +
        `${Math.round((events / wallMs) * 1000)} events/s with ${Math.round((100 * cpuMs) / wallMs)} % ` +
        `of a core, ${Math.round((events / cpuMs) * 1000)} per second of CPU, ` +
        `${(events / reads).toFixed(1)} events per read`,
    )
  }
}

type Measured = Readonly<{ events: number; reads: number; cpuMs: number; wallMs: number }>

async function measure({ streams, stepMs }: Load): Promise<Measured> {
  const server = fork(fileURLToPath(import.meta.url), [String(streams), String(stepMs)])
  const port = await nextMessage(server, portSchema)
  const reader = openStreams(port, streams)
  await pause(warmupMs)
  const before = { ...reader, cpuMs: await cpuMsOf(server), atMs: performance.now() }
  await pause(measureMs)
  const measured = {
    events: reader.events - before.events,
    reads: reader.reads - before.reads,
    cpuMs: (await cpuMsOf(server)) - before.cpuMs,
    wallMs: performance.now() - before.atMs,
  }
  server.kill()
  return measured
}

function openStreams(port: number, streams: number): { events: number; reads: number } {
  const seen = { events: 0, reads: 0 }
  const ask = { prompt: [3], max_tokens: tokensPerStream, ignore_eos: true, stream: true }
  const body = JSON.stringify(ask)
  const buffer = Buffer.alloc(2 ** 18)
  for (let index = 0; index < streams; index++) {
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback: count } })
    // The server is killed under the streams.
    socket.on('error', () => socket.destroy())
    socket.write('POST /v1/completions HTTP/1.1\r\nhost: bench\r\n')
    socket.write(`content-length: ${body.length}\r\n\r\n${body}`)
  }
  return seen

  function count(bytes: number): boolean {
    seen.reads++
    const read = buffer.subarray(0, bytes)
    for (let at = read.indexOf(eventMark); at >= 0; at = read.indexOf(eventMark, at + 1)) {
      seen.events++
    }
    return true
  }
}

/** The child: steps of a fixed length, so that only the server's own work limits it. */
async function serve(): Promise<void> {
  const [streams = 1, stepMs = 1] = process.argv.slice(2).map(Number)
  const deployment = {
    ...findDeployment('h100-llama-8b'),
    maxNumSeqs: streams,
    kvCacheTokens: streams * (tokensPerStream + 16),
  }
  const options = { seed: 0, prefixCaching: true, stepMs: () => stepMs }
  const http = createHttpServer(createSimulatedServer(deployment, options), {
    apiKey: null,
    isReady: () => true,
  })
  http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
  await once(http, 'listening')
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.((user + system) / 1000)
  })
  const address = http.address()
  process.send?.(typeof address === 'object' ? address?.port : null)
}

async function cpuMsOf(server: ChildProcess): Promise<number> {
  server.send('cpu')
  return await nextMessage(server, cpuMsSchema)
}

async function nextMessage<T>(server: ChildProcess, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(await new Promise((resolve) => server.once('message', resolve)))
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
