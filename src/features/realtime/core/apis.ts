// Realtime transcription of vLLM over a WebSocket: a recording is sent in appended pieces at its own pace, and deltas of the
// transcript are returned. A body is the concatenated frames of the client.
import { base64Letter } from '#core/base/base64-bytes.ts'
import { speechRate, speechSamplesOf } from '#core/base/sound-file.ts'
import { appError } from '#core/model/app-error.ts'
import { requireRecording } from '#core/protocol/families/audio.ts'
import { asText, type Json, parseObject } from '#core/protocol/json-value.ts'
import type { FeatureApis, RequestForm } from '#core/protocol/requests/request-form.ts'
import {
  readError,
  readUsage,
  silentEvent,
  type StreamEvent,
  type StreamFormat,
} from '#core/protocol/stream-event.ts'
import { clientFrame, type FrameSpan, opcodes } from './websocket-frames.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { realtimeBackends } from './backends.ts'

/** Names of events. */
export const realtimeEvents = {
  created: 'session.created',
  delta: 'transcription.delta',
  done: 'transcription.done',
  error: 'error',
} as const

/** Sent once the session is open: the model, and the start of the transcription. */
export const openingFrames = 2

const bytesPerSample = 2
const bytesPerMs = (speechRate * bytesPerSample) / 1000

const appendStart = '{"type":"input_audio_buffer.append","audio":"'
const appendEnd = '"}'

/** The fixed key needs no secrecy: it only shows that the server supports WebSocket. */
const realtimeRequest: RequestForm = {
  encoding: 'frames',
  sendsKey: true,
  headers: () => ({
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'a25lZXBvaW50LXJlYWx0aQ==',
  }),
  fields: (request, { config, model }) => {
    const samples = samplesOf(request)
    const chunkBytes = config.realtimeChunkMs * bytesPerMs
    const count = Math.ceil(samples.length / chunkBytes)
    const chunks = Array.from({ length: count }, (_, index) =>
      samples.subarray(index * chunkBytes, (index + 1) * chunkBytes),
    )
    return {
      frames: [
        jsonFrame({ type: 'session.update', model }),
        jsonFrame({ type: 'input_audio_buffer.commit' }),
        ...chunks.map((chunk) => textFrame(`${appendStart}${base64Of(chunk)}${appendEnd}`)),
        jsonFrame({ type: 'input_audio_buffer.commit', final: true }),
      ],
    }
  },
}

/** Duration of the audio in an append, in µs; 0 for every other frame. */
export function audioUs(bytes: Uint8Array, { start, end }: FrameSpan): number {
  const encoded = end - start - appendStart.length - appendEnd.length
  // A commit is shorter than the shortest append.
  if (encoded <= 0) return 0
  const lastAt = end - appendEnd.length - 1
  const padding = [lastAt, lastAt - 1].filter((at) => bytes[at] === 0x3d).length
  return (((encoded * 3) / 4 - padding) * 1000) / bytesPerMs
}

/** A delta, or a transcript without deltas. */
export function hasText(event: Json): boolean {
  const { type, delta, text } = event
  if (type === realtimeEvents.delta) return asText(delta) !== ''
  return type === realtimeEvents.done && asText(text) !== ''
}

function samplesOf(request: SampledRequest): Uint8Array {
  const { bytes, fileName } = requireRecording(request)
  const samples = speechSamplesOf(bytes)
  if (samples !== null && samples.length > 0) return samples
  throw appError(
    'unsupported',
    'workload.notSpeechSamples',
    { file: fileName },
    { field: 'datasetPath' },
  )
}

function jsonFrame(event: object): Uint8Array {
  return textFrame(JSON.stringify(event))
}

function textFrame(text: string): Uint8Array {
  return clientFrame(
    opcodes.text,
    Uint8Array.from(asciiOf(text), (letter) => letter.charCodeAt(0)),
  )
}

/** JSON with all other characters escaped, so that each is one byte. */
function asciiOf(json: string): string {
  return json.replaceAll(
    /[^\x00-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function base64Of(bytes: Uint8Array): string {
  const count = Math.ceil((bytes.length * 4) / 3)
  const letters = Array.from({ length: count }, (_, place) => base64Letter(bytes, place))
  return letters.join('').padEnd(Math.ceil(bytes.length / 3) * 4, '=')
}

/** A delta without text is a model step in which nothing was said. */
function readRealtimeEvent(payload: string): StreamEvent | null {
  const event = parseObject(payload)
  if (event === null) return null
  const { type } = event
  const isDelta = type === realtimeEvents.delta
  const isDone = type === realtimeEvents.done
  return {
    ...silentEvent,
    chunk: isDelta,
    output: isDelta ? 'content' : null,
    finished: isDone,
    text: isDelta ? asText(event.delta) : '',
    wholeText: isDone ? asText(event.text) : null,
    usage: readUsage(event.usage),
    error: readError(event),
  }
}

const realtimeAnswer: StreamFormat = {
  kind: 'stream',
  readEvent: readRealtimeEvent,
  holes: { text: [['delta']] },
  ending: 'event',
  example: {
    token: { type: realtimeEvents.delta, delta: ' word' },
    last: {
      type: realtimeEvents.done,
      text: ' word',
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    },
  },
}

export const realtimeApis: FeatureApis<typeof realtimeBackends> = {
  requests: { 'vllm-realtime': realtimeRequest },
  responses: { realtime: realtimeAnswer },
}
