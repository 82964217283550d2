// Small HTTP exchanges with a server under test: questions about it, never load. They go over connections like those of
// the load, and whoever asks closes them.
import { Buffer } from 'node:buffer'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import type { ResponseHead } from '#core/protocol/response-head.ts'
import { ConnectionPool } from '#node/load/connections/connection-pool.ts'
import type { Connection } from '#node/load/connections/connection.ts'
import { createConnector } from '#node/load/connections/connector.ts'
import { environmentProxy } from '#node/load/connections/environment-proxy.ts'
import { RequestBytes } from '#node/load/request-bytes.ts'
import type { ResponseListener } from '#node/load/connections/response-listener.ts'

/** Where a server is and what every request to it carries. */
export type ServerAccess = Readonly<{
  /** Without a slash at the end. */
  baseUrl: string
  headers: Readonly<Record<string, string>>
  /** Skip verification of the server's certificate. */
  insecure: boolean
}>

export type HttpAnswer = Readonly<{ status: number; contentType: string; body: string }>

type Method = 'GET' | 'POST'

type Question = Readonly<{
  /** Those of the server, where it does not say. */
  headers?: ServerAccess['headers']
  body?: Uint8Array
  signal?: AbortSignal | undefined
}>

const patienceMs = 10_000

/** Rejects when no answer comes; any status is an answer. */
export async function exchange(
  method: Method,
  path: string,
  { access, ...question }: Question & Readonly<{ access: ServerAccess }>,
): Promise<HttpAnswer> {
  const exchanges = new Exchanges(access, patienceMs)
  try {
    return await exchanges.ask(method, path, question)
  } finally {
    exchanges.close()
  }
}

/** Many questions to one server, over as few connections as that takes. */
export class Exchanges {
  readonly #access: ServerAccess
  readonly #patienceMs: number
  readonly #proxy: URL | null
  readonly #connections: ConnectionPool

  /** `patienceMs` for each. */
  constructor(access: ServerAccess, patienceMs: number) {
    const url = new URL(access.baseUrl)
    const { insecure } = access
    this.#access = access
    this.#patienceMs = patienceMs
    this.#proxy = environmentProxy(url)
    const options = { url, insecure, timeoutMs: patienceMs, proxy: this.#proxy }
    this.#connections = new ConnectionPool(createConnector(options))
  }

  /** Likewise. */
  async ask(method: Method, path: string, { signal, ...said }: Question): Promise<HttpAnswer> {
    const request = this.#bytesOf(method, path, said)
    const patience = AbortSignal.timeout(this.#patienceMs)
    const impatience = signal ? AbortSignal.any([signal, patience]) : patience
    impatience.throwIfAborted()
    const connection = this.#connections.acquire()
    const cut = () => this.#connections.discard(connection, unanswered)
    impatience.addEventListener('abort', cut, { once: true })
    try {
      const answer = await answerOver(connection, request)
      this.#connections.release(connection)
      return answer
    } catch (error) {
      cut()
      throw error
    } finally {
      impatience.removeEventListener('abort', cut)
    }
  }

  /** What is still asked gets no answer. */
  close(): void {
    this.#connections.close()
  }

  #bytesOf(
    method: Method,
    path: string,
    { headers = this.#access.headers, body = new Uint8Array() }: Omit<Question, 'signal'>,
  ): Uint8Array {
    const plan = {
      ...{ url: this.#access.baseUrl + path, proxy: this.#proxy?.href ?? null, method, headers },
      ...{ bodies: writtenBodies([body]), requestIds: [null] },
    }
    return new RequestBytes(plan).of(0)
  }
}

function answerOver(connection: Connection, request: Uint8Array): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    connection.send(request, new WholeAnswer(request, resolve, reject))
  })
}

const unanswered = Object.assign(new Error('no longer waited for'), { code: 'ABORT_ERR' })

class WholeAnswer implements ResponseListener {
  readonly onResending: () => Uint8Array
  readonly onEnd: () => void
  readonly onError: (error: Error) => void
  readonly #body: Buffer[] = []
  #head: ResponseHead | null = null

  constructor(
    request: Uint8Array,
    resolve: (answer: HttpAnswer) => void,
    reject: (error: Error) => void,
  ) {
    this.onResending = () => request
    this.onEnd = () => resolve(this.#answer())
    this.onError = reject
  }

  onSending(): void {}

  onHead(head: ResponseHead): void {
    this.#head = head
  }

  /** What is handed over here is valid only during the call. */
  onBody(bytes: Uint8Array, start: number, end: number): void {
    this.#body.push(Buffer.from(bytes.subarray(start, end)))
  }

  onChunks(start: number): number {
    return start
  }

  #answer(): HttpAnswer {
    return {
      status: this.#head?.status ?? 0,
      contentType: this.#head?.header('content-type') ?? '',
      body: Buffer.concat(this.#body).toString(),
    }
  }
}
