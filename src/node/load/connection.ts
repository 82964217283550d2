// One HTTP/1.1 connection to the server under test, over undici's dispatch level: it carries one request at a
// time, opens again by itself when the server has closed it, and stamps every read of its socket.
import type { Socket } from 'node:net'
import { Client, type buildConnector, type Dispatcher } from 'undici'
import { nowUs } from './clock.ts'
import type { Connector } from './connector.ts'
import type { ResponseListener } from './response-listener.ts'

export type RequestToSend = Readonly<{
  path: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}>

/** Servers of this kind close idle connections after 5 s; we go first, so that none closes under a request. */
const idleLimitMs = 4000

export class Connection {
  readonly #client: Client
  readonly #open: Connector
  /** Opened ahead of the first request; null once handed over. */
  #prepared: Socket | null
  /** When the socket was last found to have something to read. */
  readAtUs = 0

  constructor(origin: string, open: Connector, prepared: Socket | null) {
    this.#open = open
    this.#prepared = prepared
    prepared?.on('readable', destroyItself)
    this.#client = new Client(origin, {
      connect: (target, callback) => this.#connect(target, callback),
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleLimitMs,
    })
  }

  send({ path, headers, body }: RequestToSend, listener: ResponseListener): void {
    const handler = new DispatchListener(this, listener)
    this.#client.dispatch({ method: 'POST', path, headers, body }, handler)
  }

  /** Cuts whatever it carries, which then ends in `error`. */
  destroy(error: Error): void {
    this.#prepared?.destroy()
    void this.#client.destroy(error)
  }

  #connect(target: buildConnector.Options, callback: buildConnector.Callback): void {
    const prepared = this.#prepared
    this.#prepared = null
    prepared?.off('readable', destroyItself)
    if (prepared === null || prepared.destroyed) {
      this.#open(target, (...answer) => {
        if (answer[0] === null) this.#stampReads(answer[1])
        callback(...answer)
      })
      return
    }
    this.#stampReads(prepared)
    // The client expects its answer later than its question.
    queueMicrotask(() => callback(null, prepared))
  }

  /** Before the client's own listener, and so before anything is parsed. */
  #stampReads(socket: Socket): void {
    socket.on('readable', () => {
      this.readAtUs = nowUs()
    })
  }
}

/** Nobody asked it anything yet: whatever comes, mostly the end, makes it useless. */
function destroyItself(this: Socket): void {
  this.destroy()
}

class DispatchListener implements Dispatcher.DispatchHandler {
  readonly #connection: Connection
  readonly #listener: ResponseListener

  constructor(connection: Connection, listener: ResponseListener) {
    this.#connection = connection
    this.#listener = listener
  }

  onRequestStart(): void {
    this.#listener.onSending(nowUs())
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2],
    reason = '',
  ): void {
    this.#listener.onHead({
      status,
      reason,
      contentType: String(headers['content-type'] ?? ''),
      location: headers.location === undefined ? null : String(headers.location),
      metadata: headers.metadata === undefined ? null : String(headers.metadata),
    })
  }

  onResponseData(_controller: Dispatcher.DispatchController, bytes: Buffer): void {
    this.#listener.onBody(bytes, this.#connection.readAtUs)
  }

  onResponseEnd(): void {
    this.#listener.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#listener.onError(error)
  }
}
