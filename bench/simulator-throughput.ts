// How many events per second the simulator can stream on one core, read by a client that only counts bytes.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { createHttpServer } from '#node/simulator/http-server.ts'
import { findDeployment } from '#node/simulator/presets.ts'
import { createSimulatedServer } from '#node/simulator/simulated-server.ts'

const measureS = 5
const warmupS = 1
const tokensPerStream = 60_000

type Load = Readonly<{ streams: number; stepMs: number }>

/** Two that ask for 100k events/s, every event in a write of its own, and one without pause between steps. */
const loads: readonly Load[] = [
  { streams: 250, stepMs: 2.5 },
  { streams: 1000, stepMs: 10 },
  { streams: 250, stepMs: 0 },
]

const sampleSchema = z.object({ tokens: z.number(), cpuMs: z.number(), atMs: z.number() })
type Sample = z.infer<typeof sampleSchema>

if (process.send === undefined) await measureAll()
else await serve()

async function measureAll(): Promise<void> {
  for (const load of loads) {
    const { eventsPerS, eventsPerCpuS, cpuShare, bytesPerEvent } = await measure(load)
    console.log(
      `${String(load.streams).padStart(5)} streams, a step every ${load.stepMs} ms: ${Math.round(eventsPerS)} events/s, ` +
        `${Math.round(eventsPerCpuS)} per second of CPU (${Math.round(cpuShare * 100)} % of a core), ` +
        `${Math.round(bytesPerEvent)} bytes each`,
    )
  }
}

async function measure({ streams, stepMs }: Load) {
  const server = fork(fileURLToPath(import.meta.url), [String(streams), String(stepMs)])
  const port = await nextMessage(server, z.number())
  const reader = openStreams(port, streams)
  await seconds(warmupS)
  const bytesBefore = reader.bytes
  const before = await sample(server)
  await seconds(measureS)
  const after = await sample(server)
  const bytes = reader.bytes - bytesBefore
  reader.close()
  server.kill()
  const events = after.tokens - before.tokens
  const cpuS = (after.cpuMs - before.cpuMs) / 1000
  const wallS = (after.atMs - before.atMs) / 1000
  return {
    eventsPerS: events / wallS,
    eventsPerCpuS: events / cpuS,
    cpuShare: cpuS / wallS,
    bytesPerEvent: bytes / events,
  }
}

async function nextMessage<T>(server: ChildProcess, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(await new Promise((resolve) => server.once('message', resolve)))
}

async function sample(server: ChildProcess): Promise<Sample> {
  server.send('sample')
  return await nextMessage(server, sampleSchema)
}

function openStreams(port: number, streams: number) {
  const body = JSON.stringify({
    prompt: [3],
    max_tokens: tokensPerStream,
    ignore_eos: true,
    stream: true,
  })
  const request = `POST /v1/completions HTTP/1.1\r\nhost: bench\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const sockets: Socket[] = []
  const reader = {
    bytes: 0,
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
  for (let index = 0; index < streams; index++) {
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: { buffer: Buffer.alloc(65_536), callback: count },
    })
    socket.write(request)
    sockets.push(socket)
  }
  return reader

  function count(bytes: number): boolean {
    reader.bytes += bytes
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
  const server = createSimulatedServer(deployment, {
    seed: 0,
    prefixCaching: true,
    stepMs: () => stepMs,
  })
  const http = createHttpServer(server, { apiKey: null, isReady: () => true })
  http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
  await once(http, 'listening')
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({
      tokens: server.engine.metrics.generationTokens,
      cpuMs: (user + system) / 1000,
      atMs: performance.now(),
    })
  })
  const address = http.address()
  process.send?.(typeof address === 'object' ? address?.port : null)
}

async function seconds(count: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, count * 1000))
}
