// HTTP/2 sessions to the server under test through undici: each carries many requests at once, and another one is
// opened only when all are full.
import { setTimeout as delay } from 'node:timers/promises'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import Client from 'undici/lib/dispatcher/client.js'
import type { Connector, PendingSocket } from '../connections/connector.ts'
import type { LoadConnection } from '../connections/load-connection.ts'
import type { ResponseListener } from '../connections/response-listener.ts'
import { isLostConnection, notHttp2 } from '../failure.ts'
import { nowUs } from '../runtime/clock.ts'
import { causeOfHttp2 } from './undici-failure.ts'
import { clientLimits, streamsPerSession } from './undici-limits.ts'
import { oneServer, UndiciRequest, type UndiciCarrier } from './undici-request.ts'

const primed = new Error('the session is open')

type SessionOptions = Readonly<{ url: URL; connect: Connector; timeoutMs: number }>

export class UndiciSessions {
  readonly #options: SessionOptions
  readonly #sessions = new Set<UndiciSession>()
  #prepared = 0
  #preparing: UndiciSession | null = null

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /** Prepares capacity for one more request; opens a session ahead of time if all others are full. */
  prepare(): Promise<void> {
    if (this.#preparing === null || this.#prepared % streamsPerSession === 0) {
      this.#preparing = this.#add()
    }
    this.#prepared++
    return this.#preparing.opened
  }

  dispatch(request: UndiciRequest): void {
    for (const session of this.#sessions) if (session.hasRoom) return session.dispatch(request)
    this.#add().dispatch(request)
  }

  close(): void {
    const reason = new Error('the run is over')
    for (const session of this.#sessions) session.destroy(reason)
  }

  #add(): UndiciSession {
    const session: UndiciSession = new UndiciSession(this.#options, {
      dispatch: (request) => this.dispatch(request),
      onOver: () => this.#sessions.delete(session),
    })
    this.#sessions.add(session)
    return session
  }
}

/** One stream at a time, in any session with capacity. */
export class UndiciStream implements LoadConnection {
  readonly #sessions: UndiciSessions
  #request: UndiciRequest | null = null

  constructor(sessions: UndiciSessions) {
    this.#sessions = sessions
  }

  prepare(): Promise<void> {
    return this.#sessions.prepare()
  }

  send(bytes: Uint8Array, listener: ResponseListener): void {
    this.#request = new UndiciRequest(bytes, listener)
    this.#sessions.dispatch(this.#request)
  }

  destroy(error: Error): void {
    this.#request?.cut(error)
  }
}

type Owner = Readonly<{
  /** Finds another session for a request. */
  dispatch: (request: UndiciRequest) => void
  /** The session takes no further request. */
  onOver: () => void
}>

class UndiciSession implements UndiciCarrier {
  readonly #options: SessionOptions
  readonly #owner: Owner
  readonly #client: Client
  readonly #openings = new Set<PendingSocket>()
  readonly #waiting: UndiciRequest[] = []
  readonly #clock = new ReadClock()
  /** Resolves when the server has sent its settings. */
  readonly opened: Promise<void>
  #socket: Socket | null = null
  #bytesBeforeSettings = 0
  #isOpen = false
  #inFlight = 0
  /** The server allows no further stream for now. */
  #isFull = false
  #isOver = false
  /** Whether the session has carried a response before. */
  #isReused = false

  constructor(options: SessionOptions, owner: Owner) {
    this.#options = options
    this.#owner = owner
    const connect: buildConnector.connector = (_options, callback) => void this.#connect(callback)
    this.#client = new Client(options.url.origin, {
      ...clientLimits,
      allowH2: true,
      connect,
      pipelining: streamsPerSession,
      h2Options: { maxConcurrentStreams: streamsPerSession },
    })
    this.#client.on('drain', () => (this.#isFull = false))
    this.#client.on('disconnect', () => this.#retire())
    this.opened = this.#open()
    this.opened.then(
      () => this.#sendWaiting(),
      (error: unknown) => this.#failWaiting(error),
    )
  }

  get hasRoom(): boolean {
    return !this.#isOver && !this.#isFull && this.#inFlight < streamsPerSession
  }

  get readAtUs(): number {
    return this.#clock.read()
  }

  dispatch(request: UndiciRequest): void {
    request.transport = this
    this.#inFlight++
    if (this.#isOpen) this.#send(request)
    else this.#waiting.push(request)
  }

  destroy(reason: Error): void {
    this.#retire()
    for (const opening of this.#openings) opening.abandon(reason)
    void this.#client.destroy(reason)
  }

  onLeaving(): void {}

  onHead(): void {}

  onSettled(isComplete: boolean): void {
    this.#isReused ||= isComplete
    this.#leave()
  }

  causeOf(error: Error): Error {
    return causeOfHttp2(error)
  }

  isLostUnanswered(cause: Error): boolean {
    const isGone = this.#isOver || this.#socket?.destroyed !== false
    return this.#isReused && isGone && isLostConnection(cause)
  }

  resend(request: UndiciRequest): void {
    this.#leave()
    this.#retire()
    this.#owner.dispatch(request)
  }

  #send(request: UndiciRequest): void {
    this.#isFull = !this.#client.dispatch(request.options, request)
  }

  #sendWaiting(): void {
    this.#isOpen = true
    for (const request of this.#waiting.splice(0)) {
      if (!this.#isFull && !this.#isOver && !request.isCut) this.#send(request)
      else {
        this.#leave()
        if (!request.isCut) this.#owner.dispatch(request)
      }
    }
  }

  #failWaiting(error: unknown): void {
    this.#retire()
    const cause = error instanceof Error ? error : new Error(String(error))
    for (const request of this.#waiting.splice(0)) request.fail(cause)
  }

  #leave(): void {
    this.#inFlight--
    if (this.#isOver) this.#destroyWhenEmpty()
  }

  /** Ends its requests; undici resends those that the server has not received. */
  #retire(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#owner.onOver()
    this.#destroyWhenEmpty()
  }

  #destroyWhenEmpty(): void {
    if (this.#inFlight === 0) void this.#client.destroy()
  }

  /** Undici connects only for a request. A request aborted before it is written opens the session, and nothing is sent. */
  async #open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#client.dispatch(
        { ...oneServer, method: 'GET', path: '/' },
        {
          onRequestStart: (controller) => controller.abort(primed),
          onResponseStart: () => undefined,
          onResponseData: () => undefined,
          onResponseEnd: () => undefined,
          onResponseError: (_controller, error) => {
            if (error === primed) resolve()
            else reject(causeOfHttp2(error))
          },
        },
      )
    })
    await this.#settingsRead()
  }

  /** Before the server's settings, its first frame, undici sends only one request. */
  async #settingsRead(): Promise<void> {
    const untilUs = nowUs() + 1000 * this.#options.timeoutMs
    do await delay(1)
    while (
      this.#socket?.bytesRead === this.#bytesBeforeSettings &&
      !this.#isOver &&
      nowUs() < untilUs
    )
    if (this.#isOver) throw notHttp2()
  }

  async #connect(callback: buildConnector.Callback): Promise<void> {
    const opening = this.#options.connect(null)
    this.#openings.add(opening)
    try {
      const socket = await opening.opened
      this.#socket = http2Socket(socket, this.#options.url)
      // The count already includes bytes that the server sent first; it acknowledges the client's settings later.
      this.#bytesBeforeSettings = socket.bytesRead
    } catch (error) {
      callback(causeOfHttp2(error instanceof Error ? error : new Error(String(error))), null)
      return
    } finally {
      this.#openings.delete(opening)
    }
    callback(null, this.#socket)
  }
}

/** Plain sockets negotiate no protocol, so this sets the name that undici reads from a TLS socket. */
function http2Socket(socket: Socket, { protocol }: URL): Socket {
  if (protocol === 'http:') return Object.assign(socket, { alpnProtocol: 'h2' })
  if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') return socket
  socket.destroy()
  throw notHttp2()
}

/** Gives all events parsed from one socket read the same time, as the native reader does. */
class ReadClock {
  #readAtUs: number | null = null
  readonly #forget = (): void => {
    this.#readAtUs = null
  }

  read(): number {
    if (this.#readAtUs === null) {
      this.#readAtUs = nowUs()
      queueMicrotask(this.#forget)
    }
    return this.#readAtUs
  }
}
