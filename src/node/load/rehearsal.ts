// Runs every line that will be timed once before it counts, against a server of our own inside this process, so
// that loading and compiling code is over when the first real request leaves. The server under test sees nothing.
import { Buffer } from 'node:buffer'
import { createServer, type Server, type Socket } from 'node:net'
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { AlikeChunks } from '#core/protocol/alike-chunks.ts'
import { answerForms } from '#core/protocol/answer-forms.ts'
import type { AnswerForm, StreamForm } from '#core/protocol/answer-form.ts'
import { createAnswerReading } from '#core/protocol/answer-reading.ts'
import { writtenBodies } from '#core/protocol/planned-bodies.ts'
import { ConnectionPool } from './connection-pool.ts'
import { createConnector } from './connector.ts'
import { decodeText } from './decode-text.ts'
import { Measurement, silent } from './measurement.ts'
import { wholePlan } from './share.ts'

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
 * Enough ends of answers for the compiler to take notice of them too: with fewer, the first wave of a run pays. Slow
 * enough to wait for some departures, fast enough to be late for others.
 */
const answers = 384
const rounds: readonly Round[] = [atOnce, oneByOne].map((pace) => ({
  ...{ requests: answers, requestsPerS: 8000 },
  pace,
}))

/** Waiting for what is due later is code of its own. */
const waitingRound: Round = { requests: 32, requestsPerS: 400, pace: oneByOne }

const fewRequests = 4
/** For each of them, since it may be longer than an answer here. */
const answersForFew = 4

/** Too few requests for most of what a rehearsal compiles to be used, or for garbage to be collected: a look, a test. */
export function isShort({ offsetsS, sendUntilS }: LoadPlan): boolean {
  return offsetsS.length < fewRequests && sendUntilS === undefined
}

/** How many answers of each round there have been in this process. */
let played = 0

/**
 * Once per process, and once more after a short load. What cannot be rehearsed, because we may not listen, is simply
 * compiled later.
 */
export async function rehearse(plan: LoadPlan, alike: AlikeChunks | null): Promise<void> {
  const most = isShort(plan) ? answersForFew * plan.offsetsS.length : answers
  if (most <= played) return
  played = most
  const pieces = cannedAnswer(answerForms[plan.protocol])
  let answer: readonly Buffer[] = []
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => write(socket, answer))
  })
  const port = await listen(server)
  if (port === null) return
  const url = new URL(`http://127.0.0.1:${port}/`)
  for (const round of roundsFor(plan)) {
    answer = round.pace(pieces)
    const requests = Math.min(round.requests, most)
    await playRound(url, { plan, alike }, { ...round, requests })
  }
  server.close()
}

/** A short load is hardly ever faster than its reader. */
function roundsFor(plan: LoadPlan): readonly Round[] {
  const paced = isShort(plan) ? rounds.filter(({ pace }) => pace === oneByOne) : rounds
  return waits(plan) ? [...paced, waitingRound] : paced
}

function write(socket: Socket, pieces: readonly Buffer[], place = 0): void {
  const piece = pieces[place]
  if (piece === undefined) return
  socket.write(piece)
  if (place + 1 < pieces.length) setImmediate(write, socket, pieces, place + 1)
}

function waits({ offsetsS }: LoadPlan): boolean {
  return (offsetsS.at(-1) ?? 0) > 0
}

type Played = Readonly<{ plan: LoadPlan; alike: AlikeChunks | null }>

async function playRound(url: URL, { plan, alike }: Played, round: Round): Promise<void> {
  const pool = new ConnectionPool(createConnector({ url, insecure: false, timeoutMs: 1000 }))
  const reading = createAnswerReading(plan.protocol, {
    decode: decodeText,
    keepText: plan.keepText,
    later: setImmediate,
    alike,
    counting: plan.counting,
  })
  const { signal } = new AbortController()
  await pool.prepare(Math.min(mostConcurrent, round.requests), signal)
  const tools = { pool, reading, hooks: silent }
  await new Measurement(shortened(plan, url, round), wholePlan, tools).run(signal)
  pool.close()
}

/** Made from the real plan, so that its values are of the same kinds. */
function shortened(plan: LoadPlan, { href: url }: URL, round: Round): LoadPlan {
  const { requests, requestsPerS } = round
  const body = plan.bodies.texts[0]?.subarray(0, 1) ?? new Uint8Array(1)
  const bodies = new Array<Uint8Array>(requests).fill(body)
  return {
    ...plan,
    headers: {},
    url,
    proxy: null,
    bodies: writtenBodies(bodies),
    requestIds: bodies.map(String),
    promptTokens: bodies.map(() => 1),
    inputs: [],
    inputAudioS: [],
    offsetsS: Float64Array.from(bodies, (_, i) => i / requestsPerS),
    maxConcurrency: mostConcurrent,
    conversations: undefined,
    sendUntilS: undefined,
    warmups: [],
    warmUp: undefined,
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

function cannedAnswer(form: AnswerForm): Buffer[] {
  const pieces =
    form.kind === 'stream'
      ? [headOf('text/event-stream'), ...eventsOf(form).map(chunk), lastChunk]
      : [headOf(form.contentTypes[0] ?? ''), chunk(JSON.stringify(form.example)), lastChunk]
  return pieces.map((piece) => Buffer.from(piece))
}

function eventsOf({ example: { token, last } }: StreamForm): string[] {
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
