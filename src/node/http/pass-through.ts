// Requests of others, passed to a server unchanged and without a limit of time, because theirs count.
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

export type PassedRequest = Readonly<{
  url: string
  method: string
  headers: Headers
  body: Uint8Array | null
  signal: AbortSignal
}>

type Headers = Readonly<Record<string, string | string[]>>

export type PassedResponse = Readonly<{
  status: number
  headers: Headers
  body: AsyncIterable<Buffer>
}>

export class PassThrough {
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

/** Headers of one connection, and the encodings that a reader of the response would have to undo. */
const ownHeaders = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'host', 'expect', 'accept-encoding', 'content-length'],
])

/** Those that a proxy passes on. */
export function passedHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ownHeaders.has(name) ? [] : [[name, value] as const],
    ),
  )
}
