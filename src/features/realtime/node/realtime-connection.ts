// A WebSocket that carries one recording at a time, at the recording's pace: a chunk of audio is sent when it would have been
// heard in full, counted from the writing of the request. Server messages are forwarded as events of a stream, so that they are
// timed and parsed like any other response.
import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { asText, parseObject } from '#core/protocol/json-value.ts'
import { message, type Message } from '#core/messages/message.ts'
import type { RequestErrorCode } from '#core/records/request-outcome.ts'
import { ResponseHead } from '#core/protocol/response-head.ts'
import { closedEarly, FailedResponse, failure, notHttp } from '#node/load/failure.ts'
import { nowUs } from '#node/load/runtime/clock.ts'
import { type Connector, Opener } from '#node/load/connections/connector.ts'
import type { LoadConnection, ProtocolConnections } from '#node/load/connections/load-connection.ts'
import type { ResponseListener } from '#node/load/connections/response-listener.ts'
import { hasText, openingFrames, realtimeEvents, audioUs } from '#features/realtime/core/apis.ts'
import { voiceOf } from '#features/realtime/core/voice.ts'
import {
  clientFrame,
  frameAt,
  type FrameSpan,
  opcodes,
} from '#features/realtime/core/websocket-frames.ts'

const noBytes = Buffer.alloc(0)
const unspoken = { spokenUs: 0, firstTextUs: null, timer: undefined }
const headEnd = '\r\n\r\n'
/** Close code of a frame without a code. */
const noCode = 1005
const normalClosure = clientFrame(opcodes.close, Uint8Array.of(0x03, 0xe8))
/** Head of the equivalent event stream without a WebSocket. */
const streamHead = ResponseHead.read(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream${headEnd}`)
/** A server closes an idle connection; see connection.ts. */
const idleLimitUs = 4e6

/** A request in flight, and the amount of its audio that was sent. */
type Speech = {
  readonly request: Uint8Array
  /** Local clock. */
  readonly startUs: number
  /** Time when the session opened; no audio can be sent before. */
  openedUs: number
  /** Offset of the next frame in the request. */
  at: number
  /** Amount of audio sent so far. */
  spokenUs: number
  /** Time when the first delta with text was read. */
  firstTextUs: number | null
  timer: NodeJS.Timeout | undefined
}

class RealtimeConnection implements LoadConnection {
  readonly #opener: Opener
  #socket: Socket | null = null
  #socketError: Error | null = null
  #idleSinceUs = 0
  /** Bytes read that are not yet a complete head or frame. */
  #unread: Buffer = noBytes
  /** Fragments of a message whose last frame has not arrived. */
  #parts: Buffer = noBytes
  #isUpgraded = false
  #isOpen = false
  #speech: Speech | null = null
  #listener: ResponseListener | null = null
  /** Number of sockets opened so far. Events of an earlier socket do not belong to the current session. */
  #session = 0

  constructor(connect: Connector) {
    this.#opener = new Opener(connect)
  }

  async prepare(): Promise<void> {
    const session = ++this.#session
    const socket = await this.#opener.open((bytes, length) => {
      if (session === this.#session) this.#read(bytes.subarray(0, length))
    })
    this.#adopt(socket)
  }

  send(request: Uint8Array, listener: ResponseListener): void {
    this.#listener = listener
    const isFresh = this.#socket?.writable === true && nowUs() - this.#idleSinceUs < idleLimitUs
    if (isFresh) this.#begin(request)
    else void this.#openAndBegin(request)
  }

  destroy(error: Error): void {
    this.#opener.abandon(error)
    clearTimeout(this.#speech?.timer)
    this.#socket?.destroy(error)
  }

  async #openAndBegin(request: Uint8Array): Promise<void> {
    this.#drop()
    try {
      await this.prepare()
    } catch (error) {
      return this.#fail(error instanceof Error ? error : new Error(String(error)))
    }
    this.#begin(request)
  }

  #adopt(socket: Socket): void {
    this.#socket = socket
    this.#socketError = null
    this.#unread = this.#parts = noBytes
    this.#isUpgraded = this.#isOpen = false
    this.#idleSinceUs = nowUs()
    socket.on('error', (error) => {
      this.#socketError = error
    })
    socket.on('close', () => {
      if (socket === this.#socket) this.#fail(this.#socketError ?? closedEarly())
    })
  }

  #begin(request: Uint8Array): void {
    const at = Buffer.from(request.buffer, request.byteOffset, request.length).indexOf(headEnd)
    const bodyAt = at + headEnd.length
    const startUs = nowUs()
    this.#speech = { request, startUs, openedUs: 0, at: bodyAt, ...unspoken }
    this.#listener?.onSending(startUs)
    this.#socket?.write(request.subarray(0, bodyAt))
  }

  #read(bytes: Uint8Array): void {
    const readAtUs = nowUs()
    const session = this.#session
    this.#unread = Buffer.concat([this.#unread, bytes])
    if (!this.#isUpgraded && !this.#readHead()) return
    let at = 0
    for (
      let span = frameAt(this.#unread, at, this.#unread.length);
      span !== null && this.#listener !== null;
      span = frameAt(this.#unread, at, this.#unread.length)
    ) {
      at = span.end
      this.#readFrame(span, readAtUs)
      // The previous frame was the last of its session, and the next request may have begun another.
      if (session !== this.#session) return
    }
    this.#unread = this.#unread.subarray(at)
  }

  /** False if it is incomplete, or not the expected one. */
  #readHead(): boolean {
    const end = this.#unread.indexOf(headEnd)
    if (end < 0) return false
    const text = this.#unread.toString('latin1', 0, end + headEnd.length)
    const head = ResponseHead.read(text)
    this.#isUpgraded = head?.status === 101
    this.#unread = this.#unread.subarray(end + headEnd.length)
    if (head === null) this.#fail(notHttp(text.slice(0, text.indexOf('\r'))))
    else if (!this.#isUpgraded) {
      const { status } = head
      const problem = message('runs.failed.noWebSocket', { status: `HTTP ${status}` })
      this.#fail(new FailedResponse(failure('http-status', problem, { status })))
    }
    return this.#isUpgraded
  }

  #readFrame({ opcode, last, start, end }: FrameSpan, readAtUs: number): void {
    const payload = this.#unread.subarray(start, end)
    switch (opcode) {
      case opcodes.text:
      case opcodes.continuation:
        this.#parts = this.#parts.length === 0 ? payload : Buffer.concat([this.#parts, payload])
        if (!last) return
        this.#takeMessage(this.#parts.toString(), readAtUs)
        this.#parts = noBytes
        return
      case opcodes.ping:
        this.#socket?.write(clientFrame(opcodes.pong, payload))
        return
      case opcodes.close:
        this.#failOpen(
          'truncated',
          message('runs.failed.webSocketClosed', {
            code: payload.length < 2 ? noCode : payload.readUInt16BE(0),
          }),
        )
    }
  }

  #takeMessage(text: string, readAtUs: number): void {
    const event = parseObject(text)
    if (event === null) return this.#failOpen('bad-event', message('runs.failed.noEvent'), text)
    const type = asText(event.type)
    if (!this.#isOpen) return this.#openSession(text, type)
    const bytes = Buffer.from(`data: ${text}\n\n`)
    this.#listener?.onBody(bytes, 0, bytes.length, readAtUs)
    const speech = this.#speech
    if (speech === null) return
    if (hasText(event)) speech.firstTextUs ??= readAtUs
    if (type !== realtimeEvents.done) return
    const { firstTextUs } = speech
    this.#listener?.onMeasured((record, startUs) => ({
      voice: voiceOf(record, { firstTextUs, finalUs: readAtUs, startUs }),
    }))
    this.#end()
  }

  #openSession(text: string, type: string): void {
    if (type !== realtimeEvents.created || streamHead === null) {
      const event = type === '' ? text : type
      return this.#failOpen('bad-answer', message('runs.failed.wrongSession', { event }), event)
    }
    this.#isOpen = true
    this.#listener?.onHead(streamHead)
    const speech = this.#speech
    if (speech === null) return
    speech.openedUs = nowUs()
    for (let i = 0; i < openingFrames; i++) this.#write(speech, this.#nextOf(speech))
    this.#speak(speech)
  }

  /** Sends the frames that are due. The last frame follows the last audio immediately. */
  #speak(speech: Speech): void {
    for (let span = this.#nextOf(speech); span !== null; span = this.#nextOf(speech)) {
      const lengthUs = audioUs(speech.request, span)
      // Audio due before the session opened is late because of the server, not this client.
      const dueUs = Math.max(speech.startUs + speech.spokenUs + lengthUs, speech.openedUs)
      const atUs = nowUs()
      if (atUs < dueUs) {
        const waitMs = Math.ceil((dueUs - atUs) / 1000)
        speech.timer = setTimeout(() => this.#speak(speech), waitMs)
        return
      }
      this.#write(speech, span)
      speech.spokenUs += lengthUs
      if (lengthUs > 0) this.#listener?.onPaced(dueUs, atUs)
    }
  }

  #nextOf({ request, at }: Speech): FrameSpan | null {
    return at < request.length ? frameAt(request, at, request.length) : null
  }

  #write(speech: Speech, span: FrameSpan | null): void {
    if (span === null) return
    this.#socket?.write(speech.request.subarray(speech.at, span.end))
    speech.at = span.end
  }

  #end(): void {
    const listener = this.#release()
    const socket = this.#socket
    this.#socket = null
    this.#session++
    socket?.end(normalClosure)
    listener?.onEnd()
  }

  #failOpen(code: RequestErrorCode, problem: Message, body: string | null = null): void {
    this.#fail(new FailedResponse(failure(code, problem, { status: 101, body })))
  }

  #fail(error: Error): void {
    const listener = this.#release()
    this.#drop()
    listener?.onError(error)
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    this.#session++
    socket?.destroy()
  }

  #release(): ResponseListener | null {
    clearTimeout(this.#speech?.timer)
    this.#speech = null
    const listener = this.#listener
    this.#listener = null
    return listener
  }
}

export const realtimeConnections: ProtocolConnections = {
  own: { realtime: (connect) => new RealtimeConnection(connect) },
}
