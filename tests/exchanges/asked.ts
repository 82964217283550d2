// One request per backend, as our client puts it on the wire: what the recorded exchanges begin with.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { backendNames, backendTraits, type BackendName } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { AudioFile, SampledRequest } from '#core/workload/sampled-request.ts'
import { buildLoadPlan } from '#node/experiment/build-load-plan.ts'
import { RequestBytes } from '#node/load/request-bytes.ts'

const usual: SampledRequest = {
  ...{ prompt: 'Why is the sky “blue”?', promptTokens: 9, expectedOutputTokens: 5 },
  requestId: 'bench-0',
}

/** A hundredth of a second of silence, 16 kHz in 16 bits. */
const silence: AudioFile = {
  bytes: wavOf(new Uint8Array(320), 16_000),
  ...{ fileName: 'silence.wav', mediaType: 'audio/wav', durationS: 0.01 },
}

const image = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const media = [{ type: 'image_url', image_url: { url: image } }] as const
const shown = { prompt: 'What is this?', media }

const written: Readonly<Record<string, Partial<SampledRequest>>> = {
  'openai-audio': { prompt: '', recording: silence },
  'openai-chat-omni': shown,
  'openai-image-edits-omni': shown,
  'openai-embeddings': { furtherPrompts: ['And the sea?'] },
  'openai-embeddings-chat': shown,
  'openai-embeddings-clip': shown,
  'openai-embeddings-vlm2vec': { ...shown, requestId: 'bench-1' },
  'infinity-embeddings-clip': shown,
  'vllm-rerank': { furtherPrompts: ['Light is scattered.', 'The sea is salty.'] },
}

export type AskedExchange = Readonly<{
  name: string
  backend: BackendName
  endpoint: string
  change?: Partial<SampledRequest> | undefined
  config?: Partial<BenchmarkConfig>
}>

export function usually(backend: BackendName): AskedExchange {
  const endpoint = backendTraits[backend].usualEndpoint
  return { name: backend, backend, endpoint, change: written[backend] }
}

/** What goes over a WebSocket, or takes several requests, has a test of its own: realtime-voices, made-media. */
function isHttp(backend: BackendName): boolean {
  return !['realtime', 'videos'].includes(backendTraits[backend].protocol)
}

export function translation(): AskedExchange {
  return {
    ...usually('openai-audio'),
    ...{ name: 'openai-audio-translation', endpoint: '/v1/audio/translations' },
  }
}

/** One per backend, with a reply that was written by hand. */
export const writtenExchanges: readonly AskedExchange[] = [
  ...backendNames.filter(isHttp).map(usually),
  translation(),
]

/** Where the requests that were recorded say that they went. */
const recordedUrl = 'http://127.0.0.1:8000'

export function askedPlan(
  { backend, endpoint, change, config: further }: AskedExchange,
  baseUrl: string = recordedUrl,
): LoadPlan {
  const config = { ...defaultBenchmarkConfig, ...further, backend, endpoint }
  const requests = [{ ...usual, ...change }]
  return buildLoadPlan(
    { requests, loraModules: null, offsetsS: Float64Array.of(0), endS: 0 },
    { runId: 'recorded', config, model: 'm', baseUrl, apiKey: 'sk-secret' },
  )
}

export function requestBytes(plan: LoadPlan): Uint8Array {
  return new RequestBytes(plan).of({ place: 0, requestId: plan.requestIds[0] ?? null })
}

function wavOf(samples: Uint8Array, sampleRate: number): Uint8Array {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  for (const [offset, value] of [
    [16, 16],
    [24, sampleRate],
    [28, 2 * sampleRate],
  ] as const) {
    head.writeUInt32LE(value, offset)
  }
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const) {
    head.writeUInt16LE(value, offset)
  }
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
