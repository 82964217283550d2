// Runs every line that will be timed once before it counts, against a server of our own inside this process, so
// that loading and compiling code is over when the first real request leaves. The server under test sees nothing.
import { Buffer } from 'node:buffer'
import type { ServerHttp2Stream } from 'node:http2'
import { createServer, type Server } from 'node:net'
import type { Writable } from 'node:stream'
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { LoadTransport } from '#core/model/benchmark/load-traits.ts'
import type { AlikeChunks } from '#core/protocol/templates/alike-chunks.ts'
import { responseFormats } from '#core/protocol/response-formats.ts'
import type { ResponseFormat, StreamFormat } from '#core/protocol/response-format.ts'
import { createAnswerReading } from '#core/protocol/answer-reading.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { decodeText } from './decode-text.ts'
import { Measurement } from './measurement.ts'
import { silent } from './measurement-hooks.ts'
import { wholePlan } from './schedule/share.ts'
import { Targets } from './targets/targets.ts'
import { createLoadPool, transportOf } from './transports/load-pool.ts'

type Round = Readonly<{ requests: number; requestsPerS: number; pace: Pace }>

const mostConcurrent = 64
const tokens = 16

/**
 * What the server writes at once: what differs is different code to the compiler until it has seen both. It shares our
 * thread, and so is to take little of it.
 */
type Pace = (pieces: readonly Buffer[]) => readonly Buffer[]

const atOnce: Pace = (pieces) => [Buffer.concat(pieces)]

/** So that each event has a read to itself, as under most loads. */
const oneByOne: Pace = (pieces) => pieces

/**
 * A load is rehearsed as often as it will run, within limits. What makes an answer is learned by the fewest; with the most
 * the compilers have taken notice of all that is hot. Fast enough to be late for some departures.
 */
const [fewestAnswers, mostAnswers] = [8, 384]
const rounds: readonly Round[] = [atOnce, oneByOne].map((pace) => ({
  requests: mostAnswers,
  requestsPerS: 8000,
  pace,
}))

/** Waiting for what is due later is code of its own. */
const waitingRound: Round = { requests: 32, requestsPerS: 400, pace: oneByOne }

/** How many answers of each round there have been in this process, by transport. */
const played = new Map<LoadTransport, number>()

/**
 * Once per process, and once more before a longer load. What cannot be rehearsed, because listening is forbidden, is
 * compiled later.
 */
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

/** The number of requests is unknown for loads that last for a time or in which each response is followed up. */
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

/** Loaded only here: that takes ten milliseconds of a start. */
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

type Played = Readonly<{ plan: LoadPlan; alike: AlikeChunks | null }>

/** Each with connections of its own: what was compiled for those of one round only would not hold for the run. */
async function playRound(url: URL, { plan, alike }: Played, round: Round): Promise<void> {
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

/** Made from the real plan, so that its values are of the same kinds. */
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
    cancels: undefined,
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
