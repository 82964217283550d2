// One request of the load in undici's dispatch, with the listener calls of a native connection.
import { Buffer } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import type { Dispatcher } from 'undici'
import { ResponseHead } from '#core/protocol/response-head.ts'
import type { ResponseListener } from '../connections/response-listener.ts'
import { notHttp } from '../failure.ts'
import { nowUs } from '../runtime/clock.ts'

/** The connection or session that carries a request. */
export interface UndiciCarrier {
  /** Time when the bytes being parsed were read. */
  readonly readAtUs: number
  /** The request is about to be written. */
  onLeaving(): void
  onHead(): void
  /** The response is complete, or failed. */
  onSettled(isComplete: boolean): void
  /** The native reader's error for the same failure. */
  causeOf(error: Error): Error
  /** The server closed a reused connection before any byte of the response. */
  isLostUnanswered(cause: Error): boolean
  resend(request: UndiciRequest): void
}

const unwanted = new Error('the response is no longer wanted')

export class UndiciRequest implements Dispatcher.DispatchHandler {
  readonly options: Dispatcher.DispatchOptions
  /** Null until a connection or session carries it. */
  transport: UndiciCarrier | null = null
  readonly #listener: ResponseListener
  #controller: Dispatcher.DispatchController | null = null
  #cutBy: Error | null = null
  #hasLeft = false
  #isResent = false
  /** Error of the first attempt, until the second is sent. */
  #loss: Error | null = null
  #hasHead = false
  #isSettled = false

  constructor(bytes: Uint8Array, listener: ResponseListener) {
    this.options = dispatchOptions(bytes)
    this.#listener = listener
  }

  get isCut(): boolean {
    return this.#cutBy !== null
  }

  cut(reason: Error): void {
    this.#cutBy = reason
    this.#controller?.abort(reason)
  }

  /** Undici itself retries a request that the server cannot have received. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.isCut || !this.#leave()) controller.abort(this.#cutBy ?? unwanted)
    else this.transport?.onLeaving()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    reason = '',
  ): void {
    if (status < 200) return
    this.#hasHead = true
    this.transport?.onHead()
    const head = responseHead(status, reason, headers)
    if (head === null) this.cut(notHttp(`its status is ${status}`))
    else this.#listener.onHead(head)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#listener.onBody(chunk, 0, chunk.length, this.transport?.readAtUs ?? nowUs())
  }

  onResponseEnd(): void {
    if (this.#settle(true)) this.#listener.onEnd()
  }

  onResponseError(_controller: unknown, error: Error): void {
    const cause = this.transport?.causeOf(error) ?? error
    const mayResend = this.#hasLeft && !this.#hasHead && !this.#isResent && !this.isCut
    if (mayResend && this.transport?.isLostUnanswered(cause) === true) this.#resend(cause)
    else this.fail(cause)
  }

  fail(cause: Error): void {
    if (this.#settle(false)) this.#listener.onError(this.#loss ?? cause)
  }

  #leave(): boolean {
    if (this.#hasLeft) {
      this.#isResent = true
      this.#loss = null
      return this.#listener.onResending() !== null
    }
    this.#hasLeft = true
    this.#listener.onSending(nowUs())
    return true
  }

  /** Deferred, because undici is still closing the lost connection. */
  #resend(cause: Error): void {
    this.#isResent = true
    this.#loss = cause
    queueMicrotask(() => this.transport?.resend(this))
  }

  #settle(isComplete: boolean): boolean {
    if (this.#isSettled) return false
    this.#isSettled = true
    this.transport?.onSettled(isComplete)
    return true
  }
}

/**
 * One name for all requests: undici opens a new TLS connection if this name (by default the Host header's) differs from the
 * previous one. The connector selects the actual server.
 */
export const oneServer = { servername: 'server under test' }

/** Undici sets them itself. */
const setByUndici = /^(content-length|connection|keep-alive|upgrade)$/i

function dispatchOptions(request: Uint8Array): Dispatcher.DispatchOptions {
  const bytes = Buffer.from(request.buffer, request.byteOffset, request.length)
  const headEnd = bytes.indexOf('\r\n\r\n')
  const [requestLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const [method = 'POST', path = '/'] = requestLine.split(' ')
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    return setByUndici.test(name) ? [] : [name, line.slice(colon + 2)]
  })
  const body = bytes.subarray(headEnd + 4)
  return { ...oneServer, method, path, headers, body: body.length > 0 ? body : null }
}

function responseHead(
  status: number,
  reason: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ResponseHead | null {
  // HTTP/2 has no reason phrase, so the standard one is used.
  const phrase = reason === '' ? (STATUS_CODES[status] ?? '') : reason
  const lines = Object.entries(headers).flatMap(([name, values = []]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  )
  return ResponseHead.read(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join('')}\r\n`)
}
