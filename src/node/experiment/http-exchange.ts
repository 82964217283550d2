// One small HTTP exchange with a server under test: questions about it, never load. It goes over a connection like
// those of the load, and closes it.
import { Buffer } from 'node:buffer'
import { writtenBodies } from '#core/protocol/planned-bodies.ts'
import type { ResponseHead } from '#core/protocol/response-head.ts'
import { Connection } from '#node/load/connection.ts'
import { createConnector } from '#node/load/connector.ts'
import { environmentProxy } from '#node/load/environment-proxy.ts'
import { RequestBytes } from '#node/load/request-bytes.ts'
import type { ResponseListener } from '#node/load/response-listener.ts'

/** Where a server is and what every request to it carries. */
export type ServerAccess = Readonly<{
  /** Without a slash at the end. */
  baseUrl: string
  headers: Readonly<Record<string, string>>
  /** Skip verification of the server's certificate. */
  insecure: boolean
}>

export type HttpAnswer = Readonly<{ status: number; contentType: string; body: string }>

const patienceMs = 10_000

type Circumstances = Readonly<{ access: ServerAccess; body?: Uint8Array; signal?: AbortSignal }>

/** Rejects when no answer comes; any status is an answer. */
export async function exchange(
  method: 'GET' | 'POST',
  path: string,
  { access, body = new Uint8Array(), signal }: Circumstances,
): Promise<HttpAnswer> {
  const { baseUrl, headers, insecure } = access
  const url = baseUrl + path
  const proxy = environmentProxy(new URL(url))
  const plan = {
    ...{ url, proxy: proxy?.href ?? null, method, headers },
    ...{ bodies: writtenBodies([body]), requestIds: [null] },
  }
  const request = new RequestBytes(plan).of(0)
  const timeoutMs = patienceMs
  const connector = createConnector({ url: new URL(url), insecure, timeoutMs, proxy })
  const connection = new Connection(connector)
  const patience = AbortSignal.timeout(patienceMs)
  const impatience = signal ? AbortSignal.any([signal, patience]) : patience
  const cut = () => connection.destroy(unanswered)
  try {
    impatience.throwIfAborted()
    impatience.addEventListener('abort', cut, { once: true })
    return await new Promise((resolve, reject) => {
      connection.send(request, new WholeAnswer(resolve, reject))
    })
  } finally {
    impatience.removeEventListener('abort', cut)
    cut()
  }
}

const unanswered = Object.assign(new Error('no longer waited for'), { code: 'ABORT_ERR' })

class WholeAnswer implements ResponseListener {
  readonly onEnd: () => void
  readonly onError: (error: Error) => void
  readonly #body: Buffer[] = []
  #head: ResponseHead | null = null

  constructor(resolve: (answer: HttpAnswer) => void, reject: (error: Error) => void) {
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

  #answer(): HttpAnswer {
    return {
      status: this.#head?.status ?? 0,
      contentType: this.#head?.header('content-type') ?? '',
      body: Buffer.concat(this.#body).toString(),
    }
  }
}
