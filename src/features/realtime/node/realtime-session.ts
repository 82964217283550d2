// Simulates vLLM's /v1/realtime: audio is received over a WebSocket, and the transcript is sent as the model hears it. The model
// takes a step per audio frame, one after the other, and shares the engine with all other load. It keeps no earlier frames in the
// cache.
import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { messageOf } from '#core/model/app-error.ts'
import { parseObject } from '#core/protocol/json-value.ts'
import type { Generation, GenerationEnd } from '#node/simulator/engine/generation.ts'
import { submit } from '#node/simulator/api/generate.ts'
import { heardToken } from '#node/simulator/api/heard-tokens.ts'
import { checkModel } from '#node/simulator/api/http-exchange.ts'
import type { Routes, SimulatedServer } from '#node/simulator/simulated-server.ts'

/** Audio that the model processes in one step: 80 ms of 16-bit samples at 16 kHz. */
const frameBytes = 2560

const appendSchema = z.object({ audio: z.base64().min(1) })
const commitSchema = z.object({ final: z.boolean().default(false) })

class RealtimeSession {
  readonly #server: SimulatedServer
  readonly #socket: WebSocket
  /** Arrival time of each piece of audio, in ms since the epoch. */
  readonly soundEpochMs: number[] = []
  generatedTokens = 0
  #sound = Buffer.alloc(0)
  #isModelKnown = false
  #isStarted = false
  #isFinal = false
  /** Step in progress. */
  #step: Generation | null = null
  #steps = 0
  #text = ''

  constructor(server: SimulatedServer, socket: WebSocket) {
    this.#server = server
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.#take(data.toString()))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#abort())
    const created = Math.floor(Date.now() / 1000)
    this.#send({ type: 'session.created', id: `sess-${randomUUID()}`, created })
  }

  #take(text: string): void {
    const event = parseObject(text)
    if (event === null) return this.#refuse('Invalid JSON', 'invalid_json')
    switch (event.type) {
      case 'session.update':
        return this.#update(event.model)
      case 'input_audio_buffer.append':
        return this.#append(event)
      case 'input_audio_buffer.commit':
        return this.#commit(event)
      default:
        return this.#refuse(`Unknown event type: ${String(event.type)}`, 'unknown_event')
    }
  }

  #update(model: unknown): void {
    if (typeof model !== 'string') {
      return this.#refuse('Missing required field: model', 'invalid_event')
    }
    try {
      checkModel(this.#server, model)
      this.#isModelKnown = true
    } catch (error) {
      this.#refuse(messageOf(error), 'model_not_found')
    }
  }

  #append(event: object): void {
    const { data } = appendSchema.safeParse(event)
    const sound = data === undefined ? null : Buffer.from(data.audio, 'base64')
    if (sound === null || sound.length % 2 === 1) {
      return this.#refuse('Invalid audio data', 'invalid_audio')
    }
    this.soundEpochMs.push(performance.timeOrigin + performance.now())
    this.#sound = Buffer.concat([this.#sound, sound])
    this.#goOn()
  }

  #commit(event: object): void {
    if (!this.#isModelKnown) {
      return this.#refuse(
        'Model not validated. Make sure to validate the model by sending a session.update event.',
        'model_not_validated',
      )
    }
    const isFinal = commitSchema.safeParse(event).data?.final === true
    if (isFinal) this.#isFinal = true
    else this.#isStarted = true
    this.#goOn()
  }

  /** Next step, once there is audio for it; at the end, a step for the remainder. */
  #goOn(): void {
    if (!this.#isStarted || this.#step !== null) return
    const isLeft = this.#sound.length > 0
    if (this.#sound.length >= frameBytes || (this.#isFinal && isLeft)) return this.#hear()
    if (this.#isFinal) this.#finish()
  }

  #hear(): void {
    const frame = this.#sound.subarray(0, frameBytes)
    this.#sound = this.#sound.subarray(frame.length)
    const sink = {
      write: () => undefined,
      flush: () => undefined,
      end: ({ text }: GenerationEnd) => this.#heard(text),
    }
    const request = { ...oneToken, prompt: [heardToken(frame)] }
    this.#step = submit(this.#server, null, { request, sink })
  }

  #heard(text: string): void {
    this.#step = null
    this.#steps++
    this.generatedTokens++
    this.#text += text
    this.#send({ type: 'transcription.delta', delta: text })
    // The engine is processing its step.
    setImmediate(() => this.#goOn())
  }

  #finish(): void {
    const tokens = this.#steps
    const usage = { prompt_tokens: tokens, completion_tokens: tokens, total_tokens: 2 * tokens }
    this.#send({ type: 'transcription.done', text: this.#text, usage })
    this.#isStarted = this.#isFinal = false
    this.#steps = 0
    this.#text = ''
  }

  #abort(): void {
    if (this.#step !== null) this.#server.engine.abort(this.#step)
    this.#step = null
    this.#isStarted = false
  }

  #refuse(error: string, code: string): void {
    this.#send({ type: 'error', error, code })
  }

  #send(event: object): void {
    this.#socket.send(JSON.stringify(event))
  }
}

const oneToken = {
  maxTokens: 1,
  minTokens: 0,
  ignoreEos: true,
  stop: [],
  includeStop: false,
  stopTokenIds: [],
  seed: null,
  returnsTokenIds: false,
} as const

const realtimePath = '/v1/realtime'
const sockets = new WebSocketServer({ noServer: true })

export const realtimeRoutes: Routes = {
  [realtimePath]: {
    UPGRADE: (server, { request, socket, head }, { onRequest }) => {
      const arrivedEpochMs = Date.now()
      sockets.handleUpgrade(request, socket, head, (opened) => {
        const session = new RealtimeSession(server, opened)
        opened.once('close', (code) => {
          onRequest?.({
            ...{ arrivedEpochMs, endedEpochMs: Date.now(), path: realtimePath, requestId: null },
            ...{ status: 101, retryAfterS: null, complete: code === 1000 },
            soundEpochMs: session.soundEpochMs,
            generatedTokens: session.generatedTokens,
          })
        })
      })
    },
  },
}
