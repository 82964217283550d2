// One HTTP/1.1 connection to the server under test. It carries one request at a time, timestamps every socket read before
// anything is parsed, and reopens when the server has closed it. A server may close an idle connection just as the next request
// is sent: that request is sent once more.
import type { Socket } from 'node:net'
import type { ResponseHead } from '#core/protocol/response-head.ts'
import { ResponseParser, type ResponseParserListener } from '#core/protocol/response-parser.ts'
import { nowUs } from '../runtime/clock.ts'
import { type Connector, Opener } from './connector.ts'
import { decodeLatin1 } from '../decode-text.ts'
import { closedEarly, isLostConnection, notHttp } from '../failure.ts'
import type { KeepAlive } from './keep-alive.ts'
import { requestMemory } from '../request-memory.ts'
import type { LoadConnection } from './load-connection.ts'
import type { ResponseListener } from './response-listener.ts'

/** Servers of this kind close idle connections after 5 s; the client closes first, so that none closes during a request. */
const idleLimitUs = 4e6

export class Connection implements LoadConnection, ResponseParserListener {
  readonly #opener: Opener
  readonly #keepAlive: KeepAlive
  readonly #parser = new ResponseParser(this, decodeLatin1)
  #socket: Socket | null = null
  #socketError: Error | null = null
  #idleSinceUs = 0
  #readAtUs = 0
  /** Whether its socket has carried a response before. */
  #isReused = false
  /** Whether a byte of the current response was read. */
  #isAnswering = false
  /** Listener of the request in flight; null between requests. */
  #listener: ResponseListener | null = null

  constructor(connect: Connector, keepAlive: KeepAlive) {
    this.#opener = new Opener(connect)
    this.#keepAlive = keepAlive
  }

  /** Opens the connection ahead of the first request. */
  async prepare(): Promise<void> {
    this.#adopt(await this.#opener.open((bytes, length) => this.#read(bytes, length)))
  }

  send(request: Uint8Array, listener: ResponseListener): void {
    this.#listener = listener
    const atUs = nowUs()
    const socket = this.#freshSocket(atUs)
    if (socket !== null) this.#write(socket, request, atUs)
    else void this.#openAndWrite(request)
  }

  /** Aborts the request in flight, which then ends in `error`. */
  destroy(error: Error): void {
    this.#opener.abandon(error)
    this.#socket?.destroy(error)
  }

  onHead(head: ResponseHead): void {
    this.#listener?.onHead(head)
  }

  onBody(bytes: Uint8Array, start: number, end: number): void {
    this.#listener?.onBody(bytes, start, end, this.#readAtUs)
  }

  onChunks(start: number, end: number): number {
    return this.#listener?.onChunks(start, end) ?? start
  }

  onEnd(): void {
    this.#release()?.onEnd()
  }

  async #openAndWrite(request: Uint8Array): Promise<void> {
    try {
      await this.prepare()
    } catch (error) {
      this.#release()?.onError(error instanceof Error ? error : new Error(String(error)))
      return
    }
    if (this.#socket !== null) this.#write(this.#socket, request, nowUs())
  }

  async #resend(cause: Error): Promise<void> {
    try {
      await this.prepare()
    } catch {
      this.#release()?.onError(cause)
      return
    }
    const request = this.#listener?.onResending() ?? null
    if (request === null) this.#release()?.onError(cause)
    else if (this.#socket !== null) this.#begin(this.#socket, request)
  }

  #adopt(socket: Socket): void {
    this.#socket = socket
    this.#isReused = false
    this.#socketError = null
    this.#idleSinceUs = nowUs()
    socket.on('error', (error) => {
      this.#socketError = error
    })
    socket.on('close', () => this.#onClose(socket))
  }

  #freshSocket(atUs: number): Socket | null {
    const socket = this.#socket
    if (socket === null) return null
    if (socket.writable && atUs - this.#idleSinceUs < idleLimitUs) return socket
    this.#drop()
    return null
  }

  #write(socket: Socket, request: Uint8Array, atUs: number): void {
    this.#listener?.onSending(atUs)
    this.#begin(socket, request)
  }

  #begin(socket: Socket, request: Uint8Array): void {
    this.#parser.reset()
    this.#isAnswering = false
    if (requestMemory.isLent(request)) {
      socket.write(request, (error) => {
        if (!error) requestMemory.giveBack(request)
      })
    } else socket.write(request)
  }

  #read(bytes: Uint8Array, length: number): void {
    this.#readAtUs = nowUs()
    // Bytes arrived without a request, so the connection is unusable.
    if (this.#listener === null) return this.#drop()
    if (this.#isReused && !this.#isAnswering) this.#keepAlive.onAnswered()
    this.#isAnswering = true
    this.#parser.push(bytes, 0, length)
    const { fault, reusable } = this.#parser
    if (fault !== null) this.#socket?.destroy(notHttp(fault))
    else if (this.#listener === null) this.#rest(reusable)
  }

  /** The response is complete. The connection cannot be reused if the response arrived before the whole request was sent. */
  #rest(reusable: boolean): void {
    const isKept = reusable && this.#keepAlive.isExpected
    if (!isKept || (this.#socket?.writableLength ?? 0) > 0) this.#drop()
    else {
      this.#idleSinceUs = this.#readAtUs
      this.#isReused = true
    }
  }

  #drop(): void {
    this.#socket?.destroy()
    this.#socket = null
  }

  #onClose(socket: Socket): void {
    // This socket was already dropped, and perhaps replaced.
    if (socket !== this.#socket) return
    this.#socket = null
    const error = this.#socketError ?? socket.errored
    if (this.#listener === null || (error === null && this.#parser.close())) return
    const cause = error ?? closedEarly()
    const mayResend = this.#isReused && !this.#isAnswering && isLostConnection(cause)
    if (mayResend) this.#keepAlive.onLost()
    if (mayResend) void this.#resend(cause)
    else this.#release()?.onError(cause)
  }

  #release(): ResponseListener | null {
    const listener = this.#listener
    this.#listener = null
    return listener
  }
}
