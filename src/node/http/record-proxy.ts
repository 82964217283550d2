// A proxy in front of a server: forwards every request and response unchanged, and writes a trace line for each request that
// generates text.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { isLoopback, serverUrl } from '#core/backends/server-address.ts'
import { appError } from '#core/model/app-error.ts'
import { SseScanner } from '#core/protocol/sse-scanner.ts'
import { isRecorded, promptText, ResponseTokens } from '#core/workload/recorded-exchange.ts'
import { SharedBeginnings } from '#core/workload/shared-beginnings.ts'
import {
  estimatedTokens,
  inOrderOfArrival,
  recordedBlockTokens,
  type TraceLine,
} from '#core/workload/trace-line.ts'
import { hasCode, requireWritableFile, writeWholeFile } from '#node/files/write-file.ts'
import { cannotListen, portOf } from '#node/http/listening.ts'
import { isOurHost, isOurOrigin } from '#node/http/own-address.ts'
import type { Dispatcher } from 'undici'

export type RecordOptions = Readonly<{
  upstream: string
  /** Address to listen on. */
  host: string
  file: string
  withText: boolean
  onProblem(problem: string): void
}>

/** Number of recorded requests, and of those whose prompt tokens the server did not count. */
type RecordedCounts = Readonly<{ recorded: number; estimated: number }>

type Arrival = Readonly<{ atMs: number; body: string }>

const largestBodyBytes = 64 * 1024 * 1024
/** Non-streamed responses up to this size are parsed for their usage. */
const largestReadBytes = 8 * 1024 * 1024

export class RecordProxy {
  readonly #options: RecordOptions
  readonly #upstream = new PassThrough()
  readonly #file: FileHandle
  readonly #server: Server
  readonly #beginnings = new SharedBeginnings(digest, recordedBlockTokens)
  #writing: Promise<void> = Promise.resolve()
  #firstAtMs: number | null = null
  #counts: RecordedCounts = { recorded: 0, estimated: 0 }

  private constructor(options: RecordOptions, file: FileHandle) {
    this.#options = options
    this.#file = file
    this.#server = createServer((request, response) => {
      const refusal = refusalOf(request.headers, options.host)
      if (refusal === null) void this.#pass(request, response)
      else this.#refuse(response, refusal)
    })
  }

  /** Rejects an existing file, and a port in use. */
  static async start({
    port,
    ...options
  }: RecordOptions & Readonly<{ port: number }>): Promise<RecordProxy> {
    const { host } = options
    const proxy = new RecordProxy(options, await newFile(options.file))
    try {
      proxy.#server.listen(port, host)
      await once(proxy.#server, 'listening')
      return proxy
    } catch (cause) {
      await proxy.#file.close()
      rmSync(options.file)
      throw cannotListen({ host, port, field: 'port' }, cause)
    }
  }

  get port(): number | null {
    return portOf(this.#server)
  }

  get counts(): RecordedCounts {
    return this.#counts
  }

  /** Closes open connections, and sorts the lines by arrival. Removes the file if it contains no request. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
    await this.#upstream.close()
    await this.#writing
    await this.#file.close()
    if (this.#counts.recorded === 0) return rmSync(this.#options.file)
    const lines = (await readFile(this.#options.file, 'utf8')).split('\n').filter(Boolean)
    const ordered = inOrderOfArrival(lines)
    await writeWholeFile(this.#options.file, ordered.map((line) => `${line}\n`).join(''))
  }

  #refuse(response: ServerResponse, refusal: string): void {
    this.#options.onProblem(refusal)
    const error = { message: refusal, type: 'forbidden', code: 403 }
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = performance.now()
    const body = await bodyOf(request).catch(() => null)
    if (body === null) {
      response.writeHead(413).end()
      return
    }
    const { method = 'GET', url = '/' } = request
    const records = isRecorded(method, url.split('?')[0] ?? '')
    const arrival = records ? { atMs, body: body.toString() } : null
    try {
      const tokens = await this.#forward({ request, response, body }, arrival !== null)
      if (arrival !== null && tokens !== null) this.#record(arrival, tokens)
    } catch (thrown) {
      if (response.closed) return
      this.#options.onProblem(thrown instanceof Error ? thrown.message : String(thrown))
      // The client must not mistake a partial response for a complete one.
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    }
  }

  /** Resolves with the response's token counts; null unless the server accepted the request. */
  async #forward(
    {
      request,
      response,
      body,
    }: Readonly<{ request: IncomingMessage; response: ServerResponse; body: Buffer }>,
    isRead: boolean,
  ): Promise<ResponseTokens | null> {
    const leaving = new AbortController()
    response.once('close', () => leaving.abort())
    const answer = await this.#upstream.send({
      url: serverUrl(this.#options.upstream, request.url ?? '/'),
      method: request.method ?? 'GET',
      headers: passedHeaders(request.headers),
      body: body.length > 0 ? body : null,
      signal: leaving.signal,
    })
    response.writeHead(answer.status, answer.headers)
    const reader = isRead ? responseReader(String(answer.headers['content-type'])) : null
    try {
      for await (const bytes of answer.body) {
        reader?.push(bytes)
        if (!response.write(bytes)) await drained(response)
      }
      response.end()
    } catch (thrown) {
      // A request counts even if its client disconnected early.
      if (!leaving.signal.aborted) throw thrown
    }
    const isAccepted = answer.status >= 200 && answer.status < 300
    return reader !== null && isAccepted ? reader.end() : null
  }

  #record({ atMs, body }: Arrival, response: ResponseTokens): void {
    const text = promptText(body)
    if (text === null) return
    this.#firstAtMs ??= atMs
    const { promptTokens, outputTokens } = response.tokens
    const tokens = promptTokens ?? estimatedTokens(text)
    const line: TraceLine = {
      timestamp: Math.round((atMs - this.#firstAtMs) * 1000) / 1e6,
      input_length: Math.max(1, tokens),
      output_length: Math.max(1, outputTokens ?? 1),
      hash_ids: [...this.#beginnings.idsOf({ text, tokens })],
      ...(promptTokens === null && { input_estimated: true as const }),
      ...(this.#options.withText && {
        prompt: text,
        output_tokens: Math.max(1, outputTokens ?? 1),
      }),
    }
    const { recorded, estimated } = this.#counts
    this.#counts = {
      recorded: recorded + 1,
      estimated: estimated + (promptTokens === null ? 1 : 0),
    }
    this.#writing = this.#writing
      .then(() => this.#file.appendFile(`${JSON.stringify(line)}\n`))
      .catch((error: unknown) => this.#options.onProblem(String(error)))
  }
}

/**
 * Reason why a request may come from another site's page; null if it does not. Programs send no Origin, and may use any name for
 * an address other than loopback, such as a container name. Browsers send an Origin with every recorded request.
 */
function refusalOf({ host, origin }: IncomingHttpHeaders, listeningOn: string): string | null {
  const own = { host: listeningOn, publicUrl: null }
  const isAnyName = origin === undefined && !isLoopback(listeningOn)
  if (!isAnyName && !isOurHost(host, own)) return foreignHost
  return origin === undefined || isOurOrigin(origin, host, own) ? null : foreignOrigin
}

const foreignHost =
  'The Host of the request is not the address of this recorder. Send requests to the printed address, or start ' +
  '"kneepoint record --host 0.0.0.0" for clients that reach it by another name.'

const foreignOrigin =
  'The request has the Origin of a web page. Pages of other sites cannot send requests through this recorder.'

async function newFile(file: string): Promise<FileHandle> {
  requireWritableFile(file)
  try {
    return await open(file, 'wx', 0o600)
  } catch (cause) {
    if (!hasCode(cause, ['EEXIST'])) throw cause
    throw appError('invalid-input', 'cli.record.exists', { file }, { field: '--output', cause })
  }
}

function digest(before: string, text: string): string {
  return createHash('sha256').update(before).update(text).digest('base64').slice(0, 16)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += (part as Buffer).length
    if (bytes > largestBodyBytes) throw new Error('too large')
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

/** Resolves when the response accepts more data, or closes. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle).off('close', settle)
      resolve()
    }
    response.on('drain', settle).on('close', settle)
  })
}

type ResponseReader = Readonly<{ push(bytes: Buffer): void; end(): ResponseTokens }>

function responseReader(contentType: string): ResponseReader {
  const tokens = new ResponseTokens()
  if (!contentType.includes('event-stream')) {
    const parts: Buffer[] = []
    let bytes = 0
    return {
      push(part) {
        bytes += part.length
        if (bytes <= largestReadBytes) parts.push(part)
      },
      end() {
        tokens.take(Buffer.concat(parts).toString())
        return tokens
      },
    }
  }
  const scanner = new SseScanner({
    onData: (bytes, start, end) => tokens.take(Buffer.from(bytes.subarray(start, end)).toString()),
    recognise: () => -1,
    onRecognised: () => undefined,
  })
  return {
    push: (bytes) => scanner.push(bytes, 0, bytes.length),
    end() {
      scanner.end()
      return tokens
    },
  }
}

type PassedRequest = Readonly<{
  url: string
  method: string
  headers: Headers
  body: Uint8Array | null
  signal: AbortSignal
}>

type Headers = Readonly<Record<string, string | string[]>>

type PassedResponse = Readonly<{
  status: number
  headers: Headers
  body: AsyncIterable<Buffer>
}>

/** Forwards requests to a server unchanged, without a time limit, because the client has its own. */
class PassThrough {
  #agent: Dispatcher | null = null

  async send({ url, method, ...request }: PassedRequest): Promise<PassedResponse> {
    const { Agent, request: send } = await import('undici')
    this.#agent ??= new Agent({ headersTimeout: 0, bodyTimeout: 0, allowH2: false })
    const answer = await send(url, { ...request, method, dispatcher: this.#agent })
    const body: AsyncIterable<Buffer> = answer.body
    return { status: answer.statusCode, headers: passedHeaders(answer.headers), body }
  }

  async close(): Promise<void> {
    await this.#agent?.destroy()
  }
}

/** Hop-by-hop headers, and encodings that a reader of the response would have to decode. */
const ownHeaders = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'host', 'expect', 'accept-encoding', 'content-length'],
])

/** End-to-end headers, which a proxy forwards. */
function passedHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ownHeaders.has(name) ? [] : [[name, value] as const],
    ),
  )
}
