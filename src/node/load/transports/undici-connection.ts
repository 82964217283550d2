// One HTTP/1.1 connection to the server under test through undici: our connector opens its socket, undici writes the requests and
// parses the responses. Each undici client has one socket, so that the pool selects the connection of a request, as with native
// connections.
import type { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import Client from 'undici/lib/dispatcher/client.js'
import { type Connector, Opener } from '../connections/connector.ts'
import type { LoadConnection } from '../connections/load-connection.ts'
import type { ResponseListener } from '../connections/response-listener.ts'
import { isLostConnection } from '../failure.ts'
import { nowUs } from '../runtime/clock.ts'
import { causeOfHttp1 } from './undici-failure.ts'
import { clientLimits, idleLimitMs } from './undici-limits.ts'
import { UndiciRequest, type UndiciCarrier } from './undici-request.ts'

export class UndiciConnection implements LoadConnection, UndiciCarrier {
  readonly #opener: Opener
  readonly #client: Client
  /** Opens the connection ahead of the first request. */
  #spare: SpareSocket | null = null
  /** Whether its socket has carried a response before. */
  #isReused = false
  /** Whether a byte of the current response was read. */
  #isAnswering = false
  /** Bytes of the current response while its head is incomplete. */
  #head: Buffer[] | null = null
  #lastRead: Buffer | null = null
  readAtUs = 0

  constructor(url: URL, connect: Connector) {
    this.#opener = new Opener(connect)
    const open: buildConnector.connector = (_options, callback) => void this.#open(callback)
    this.#client = new Client(url.origin, { ...clientLimits, allowH2: false, connect: open })
  }

  async prepare(): Promise<void> {
    this.#spare = new SpareSocket(await this.#opener.open(null))
  }

  send(bytes: Uint8Array, listener: ResponseListener): void {
    const request = new UndiciRequest(bytes, listener)
    request.transport = this
    this.resend(request)
  }

  destroy(error: Error): void {
    this.#opener.abandon(error)
    this.#spare?.destroy()
    void this.#client.destroy(error)
  }

  resend(request: UndiciRequest): void {
    this.#client.dispatch(request.options, request)
  }

  onLeaving(): void {
    this.#isAnswering = false
    this.#head = []
  }

  onHead(): void {
    this.#head = null
  }

  onSettled(): void {
    this.#head = this.#lastRead = null
    this.#isReused = true
  }

  causeOf(error: Error): Error {
    return causeOfHttp1(error, { head: this.#head, lastRead: this.#lastRead })
  }

  isLostUnanswered(cause: Error): boolean {
    return this.#isReused && !this.#isAnswering && isLostConnection(cause)
  }

  async #open(callback: buildConnector.Callback): Promise<void> {
    let socket: Socket
    try {
      socket = this.#takeSpare() ?? (await this.#opener.open(null))
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), null)
      return
    }
    this.#isReused = false
    // Undici is still inside the call that requested the socket, and would miss one that is ready at once.
    await Promise.resolve()
    callback(null, socket)
    // A stream that is read on its `readable` event emits the same bytes as `data`, before its reader gets them.
    socket.on('data', (bytes: Buffer) => this.#onRead(bytes))
  }

  #takeSpare(): Socket | null {
    const socket = this.#spare?.take() ?? null
    this.#spare = null
    return socket
  }

  #onRead(bytes: Buffer): void {
    this.readAtUs = nowUs()
    this.#isAnswering = true
    this.#lastRead = bytes
    this.#head?.push(bytes)
  }
}

/** A socket that was opened ahead of the first request and carries nothing yet. */
class SpareSocket {
  readonly #socket: Socket
  readonly #openedAtUs = nowUs()
  /** Reads only to detect the connection's end, because the server has nothing to send yet. */
  readonly #onReadable = (): void => {
    if (this.#socket.read() !== null) this.#socket.destroy()
  }

  constructor(socket: Socket) {
    this.#socket = socket.on('error', () => undefined).on('readable', this.#onReadable)
  }

  /** Null if the server has closed it, or is about to. */
  take(): Socket | null {
    this.#socket.off('readable', this.#onReadable)
    const isFresh = nowUs() - this.#openedAtUs < 1000 * idleLimitMs
    if (this.#socket.writable && !this.#socket.readableEnded && isFresh) return this.#socket
    this.destroy()
    return null
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
