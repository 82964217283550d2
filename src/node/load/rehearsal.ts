// Runs all timed code once before the run, against a server inside this process, so that it is loaded and compiled when the first
// real request is sent. The server under test receives nothing.
import { Buffer } from 'node:buffer'
import type { ServerHttp2Stream } from 'node:http2'
import { createServer, type Server } from 'node:net'
import type { Writable } from 'node:stream'
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { LoadTransport } from '#core/traits/load-traits.ts'
import type { AlikeChunks } from '#core/protocol/alike-chunks.ts'
import { responseFormats } from '#core/protocol/apis.ts'
import type { ResponseFormat } from '#core/protocol/answer-reader.ts'
import type { StreamFormat } from '#core/protocol/stream-event.ts'
import { createAnswerReading } from '#core/protocol/answer-reading.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { decodeText } from './decode-text.ts'
import { Measurement } from './measurement.ts'
import { silent } from './measurement-hooks.ts'
import { wholePlan } from './schedule/share.ts'
import { Targets } from './connections/targets.ts'
import { createLoadPool, transportOf } from './transports/load-pool.ts'

type Round = Readonly<{ requests: number; requestsPerS: number; pace: Pace }>

const mostConcurrent = 64
const tokens = 16

/**
 * Splits a response into writes. The compiler treats reads of different shapes as different code until it has seen both. The
 * server shares this thread, so it must use little CPU time.
 */
type Pace = (pieces: readonly Buffer[]) => readonly Buffer[]

const atOnce: Pace = (pieces) => [Buffer.concat(pieces)]

/** Each event has its own read, as under most loads. */
const oneByOne: Pace = (pieces) => pieces

/**
 * Limits of the number of rehearsed responses, which otherwise equals the number in the load. The fewest suffice to run all
 * code; after the most, the compilers have optimised all hot code. They are fast enough that some requests are sent late.
 */
const [fewestAnswers, mostAnswers] = [8, 384]
const rounds: readonly Round[] = [atOnce, oneByOne].map((pace) => ({
  requests: mostAnswers,
  requestsPerS: 8000,
  pace,
}))

/** Waiting for a later due time is a separate code path. */
const waitingRound: Round = { requests: 32, requestsPerS: 400, pace: oneByOne }

/** Responses per round so far in this process, by transport. */
const played = new Map<LoadTransport, number>()

/** Makes the next load rehearse again, whatever ran before. */
export function forgetRehearsals(): void {
  played.clear()
}

/** Runs once per process, and again before a longer load. Does nothing if listening is forbidden. */
export async function rehearse(plan: LoadPlan, alike: AlikeChunks | null): Promise<void> {
  const answers = answersFor(plan)
  const transport = transportOf(plan)
  if (answers <= (played.get(transport) ?? 0)) return
  played.set(transport, answers)
  const form = responseFormats[plan.protocol]
  const isHttp2 = transport === 'undici-h2'
  const pieces = isHttp2 ? bodyOf(form).map((piece) => Buffer.from(piece)) : cannedAnswer(form)
  let answer: readonly Buffer[] = []
  const server = isHttp2
    ? http2Server(contentTypeOf(form), () => answer)
    : http1Server(() => answer)
  const port = await listen(server)
  if (port === null) return
  const url = new URL(`http://127.0.0.1:${port}/`)
  for (const round of waits(plan) ? [...rounds, waitingRound] : rounds) {
    answer = round.pace(pieces)
    const requests = Math.min(round.requests, answers)
    await playRound(url, { plan, alike }, { ...round, requests })
  }
  server.close()
}

/** The number of requests is unknown for loads with a duration, and if each response is followed by another request. */
function answersFor({ offsetsS, sendUntilS, conversations }: LoadPlan): number {
  const isCounted = sendUntilS === undefined && conversations === undefined
  return isCounted ? Math.max(fewestAnswers, Math.min(offsetsS.length, mostAnswers)) : mostAnswers
}

function http1Server(answer: () => readonly Buffer[]): Server {
  return createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => write(socket, answer()))
  })
}

/** Loaded only here, because it adds 10 ms to the start-up. */
function http2Server(contentType: string, answer: () => readonly Buffer[]): Server {
  const server = process.getBuiltinModule('node:http2').createServer()
  return server.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => undefined).resume()
    stream.respond({ ':status': 200, 'content-type': contentType })
    write(stream, answer(), () => stream.end())
  })
}

function write(to: Writable, pieces: readonly Buffer[], onWritten?: () => void, place = 0): void {
  const piece = pieces[place]
  if (piece === undefined) return
  to.write(piece)
  if (place + 1 < pieces.length) setImmediate(write, to, pieces, onWritten, place + 1)
  else onWritten?.()
}

function waits({ offsetsS }: LoadPlan): boolean {
  return (offsetsS.at(-1) ?? 0) > 0
}

type RehearsedLoad = Readonly<{ plan: LoadPlan; alike: AlikeChunks | null }>

/** Each round has its own connections: code compiled for a single connection's objects would not serve the run. */
async function playRound(url: URL, { plan, alike }: RehearsedLoad, round: Round): Promise<void> {
  const pool = await createLoadPool({
    url: url.href,
    insecure: false,
    requestTimeoutS: 1,
    transport: transportOf(plan),
  })
  const { keepText, counting } = plan
  const reading = createAnswerReading(plan.protocol, {
    decode: decodeText,
    keepText,
    later: setImmediate,
    alike,
    counting,
  })
  const { signal } = new AbortController()
  await pool.prepare(Math.min(mostConcurrent, round.requests), signal)
  const tools = { targets: new Targets([pool]), reading, hooks: silent }
  await new Measurement(shortened(plan, url, round), wholePlan, tools).run(signal)
  pool.close()
}

/** Derived from the real plan, so that its values have the same types. */
function shortened(
  plan: LoadPlan,
  { href: url }: URL,
  { requests, requestsPerS }: Round,
): LoadPlan {
  const [text] = plan.bodies.texts
  const body = text instanceof Uint8Array ? text.subarray(0, 1) : new Uint8Array(1)
  const bodies = new Array<Uint8Array>(requests).fill(body)
  return {
    ...plan,
    headers: {},
    url,
    proxy: null,
    targets: undefined,
    bodies: writtenBodies(bodies),
    requestIds: bodies.map((_, index) => String(index)),
    promptTokens: bodies.map(() => 1),
    inputs: [],
    inputAudioS: [],
    offsetsS: Float64Array.from(bodies, (_, i) => i / requestsPerS),
    maxConcurrency: mostConcurrent,
    conversations: undefined,
    shard: undefined,
    sendUntilS: undefined,
    warmups: [],
    warmUp: undefined,
    readsWhole: true,
    requestTimeoutS: 1,
  }
}

function listen(server: Server): Promise<number | null> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' ? (address?.port ?? null) : null)
    })
  })
}

function cannedAnswer(form: ResponseFormat): Buffer[] {
  const pieces = [headOf(contentTypeOf(form)), ...bodyOf(form).map(chunk), lastChunk]
  return pieces.map((piece) => Buffer.from(piece))
}

function contentTypeOf(form: ResponseFormat): string {
  return form.kind === 'stream' ? 'text/event-stream' : (form.contentTypes[0] ?? '')
}

function bodyOf(form: ResponseFormat): string[] {
  if (form.kind === 'sound') return new Array<string>(tokens).fill('samples!')
  return form.kind === 'stream' ? eventsOf(form) : [JSON.stringify(form.example)]
}

function eventsOf({ example: { token, last } }: StreamFormat): string[] {
  const messages = [...new Array<object>(tokens).fill(token), last].map((each) =>
    JSON.stringify(each),
  )
  return [...messages, '[DONE]'].map((message) => `data: ${message}\n\n`)
}

function headOf(contentType: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\ntransfer-encoding: chunked\r\n\r\n`
}

const lastChunk = '0\r\n\r\n'

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}
