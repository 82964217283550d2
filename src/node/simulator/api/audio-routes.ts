// POST /v1/audio/speech like vLLM-Omni, where each token that the engine generates is an audio frame; and
// /v1/audio/transcriptions and /translations.
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { AnswerSink } from '../engine/generation.ts'
import type { SimulatedServer } from '../simulated-server.ts'
import { encodeText } from '../engine/text.ts'
import { generate, submit, toGenerationRequest, warningHeaders } from './generate.ts'
import { ApiError, type Exchange, readForm, readJson } from './http-exchange.ts'
import { identify, writtenDownShape } from './choices-shapes.ts'
import { heardTokens } from './heard-tokens.ts'

/** Usual values of vLLM-Omni's models. */
export const soundRate = 24_000
/** Exported for tests. */
export const frameS = 0.08
/** Audio frames per token of text. Exported for tests. */
export const framesPerToken = 3
const bytesPerSample = 2

const bodySchema = z.looseObject({
  model: z.string().nullish(),
  input: z.string().min(1),
  response_format: z.string().default('wav'),
  stream: z.boolean().default(false),
  stream_format: z.string().nullish(),
  sample_rate: z.int().min(8000).max(48_000).default(soundRate),
  seed: z.int().nullish(),
})

export async function speak(
  server: SimulatedServer,
  { request, response }: Exchange,
): Promise<void> {
  const body = await readJson(request, bodySchema, server)
  if (body.response_format !== 'pcm' || body.stream_format !== 'audio' || !body.stream) {
    throw new ApiError(
      400,
      'Only stream=true, stream_format=audio, response_format=pcm is simulated.',
    )
  }
  const prompt = encodeText(body.input)
  const asked = toGenerationRequest(
    { ignore_eos: true, seed: body.seed },
    { prompt, maxTokens: framesPerToken * prompt.length },
    server.deployment.maxModelLen,
  )
  const frame = Buffer.alloc(Math.round(frameS * body.sample_rate) * bytesPerSample)
  submit(server, response, { request: asked, sink: new SoundSink(response, frame) })
}

/** Writes a frame of silence for each token. */
class SoundSink implements AnswerSink {
  readonly #response: ServerResponse
  readonly #frame: Buffer

  constructor(response: ServerResponse, frame: Buffer) {
    this.#response = response
    this.#frame = frame
    response.writeHead(200, { 'content-type': 'audio/pcm' })
    response.flushHeaders()
  }

  write(): void {
    this.#response.write(this.#frame)
  }

  flush(): void {
    // Each frame was sent when it was generated.
  }

  end(): void {
    this.#response.end(this.#frame)
  }
}

/** Form fields are text. `True` is Python's spelling. */
const flag = z
  .enum(['true', 'True', '1', 'false', 'False', '0'])
  .transform((text) => ['true', 'True', '1'].includes(text))
const whole = z.string().regex(/^\d+$/, 'Give a whole number.').transform(Number)

const formSchema = z.looseObject({
  file: z.instanceof(File, { message: 'Give a recording as a file.' }),
  model: z.string().optional(),
  max_completion_tokens: whole.optional(),
  seed: whole.optional(),
  stream: flag.default(false),
  stream_include_usage: flag.default(false),
  ignore_eos: flag.default(false),
})

const idPrefixes = { transcription: 'trsc', translation: 'trsl' }

/** POST /v1/audio/transcriptions and /v1/audio/translations: a form with a recording as input, text as output. */
export function writeDown(kind: keyof typeof idPrefixes) {
  return async (server: SimulatedServer, exchange: Exchange): Promise<void> => {
    const form = await readForm(exchange.request, formSchema, server)
    const { prompt, durationS } = heardTokens(await form.file.bytes())
    const request = toGenerationRequest(
      { ignore_eos: form.ignore_eos, seed: form.seed },
      { prompt, maxTokens: form.max_completion_tokens ?? null },
      server.deployment.maxModelLen,
    )
    generate(server, exchange, {
      request,
      shape: writtenDownShape(identify(server, form, idPrefixes[kind]), { kind, durationS }),
      stream: form.stream,
      includeUsage: form.stream_include_usage,
      headers: warningHeaders(form),
    })
  }
}
