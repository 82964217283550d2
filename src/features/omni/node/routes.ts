// Routes of vLLM-Omni in the simulator: speech, images and videos, and chats with media beside the text.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { submit, toGenerationRequest } from '#node/simulator/api/generate.ts'
import { chatAs, chatSchema } from '#node/simulator/api/generation-routes.ts'
import {
  ApiError,
  type Exchange,
  readForm,
  readJson,
  sendJson,
} from '#node/simulator/api/http-exchange.ts'
import type { AnswerSink } from '#node/simulator/engine/generation.ts'
import { encodeText } from '#node/simulator/engine/text.ts'
import type { Routes, SimulatedServer } from '#node/simulator/simulated-server.ts'
import { usualSoundRate } from '#features/omni/core/speech.ts'
import { modalities, omniChatShape, pngOf } from './omni-chat-shape.ts'

/** Exported for tests. */
export const frameS = 0.08
/** Audio frames per token of text. Exported for tests. */
export const framesPerToken = 3
const bytesPerSample = 2

const speechSchema = z.looseObject({
  model: z.string().nullish(),
  input: z.string().min(1),
  response_format: z.string().default('wav'),
  stream: z.boolean().default(false),
  stream_format: z.string().nullish(),
  sample_rate: z.int().min(8000).max(48_000).default(usualSoundRate),
  seed: z.int().nullish(),
})

async function speak(server: SimulatedServer, { request, response }: Exchange): Promise<void> {
  const body = await readJson(request, speechSchema, server)
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

const usualSize = '256x256'

const imagesSchema = z.looseObject({
  model: z.string().nullish(),
  prompt: z.string().min(1),
  n: z.int().min(1).max(10).default(1),
  size: z.string().default(usualSize),
  response_format: z.string().default('b64_json'),
  num_inference_steps: z.int().min(1).max(1000).default(20),
  return_stage_metrics: z.boolean().default(false),
})

const editSchema = z.looseObject({
  model: z.string().optional(),
  prompt: z.string().min(1),
  url: z.union([z.string(), z.instanceof(File)]),
  size: z.string().default('auto'),
  num_inference_steps: z.coerce.number().int().min(1).max(1000).default(20),
  return_stage_metrics: z.string().default('false'),
})

/** A form with a prompt and images; the images' content is ignored. */
async function editImages(server: SimulatedServer, exchange: Exchange): Promise<void> {
  const form = await readForm(exchange.request, editSchema, server)
  const size = form.size === 'auto' ? usualSize : form.size
  const returnsMetrics = form.return_stage_metrics.toLowerCase() === 'true'
  const { prompt, num_inference_steps } = form
  const body = { prompt, n: 1, size, num_inference_steps }
  await draw(server, exchange, { ...body, return_stage_metrics: returnsMetrics })
}

async function drawImages(server: SimulatedServer, exchange: Exchange): Promise<void> {
  await draw(server, exchange, await readJson(exchange.request, imagesSchema, server))
}

type ImageRequest = Pick<
  z.infer<typeof imagesSchema>,
  'prompt' | 'n' | 'size' | 'num_inference_steps' | 'return_stage_metrics'
>

async function draw(
  server: SimulatedServer,
  { response }: Exchange,
  body: ImageRequest,
): Promise<void> {
  const [width, height] = sidesOf(body.size)
  const { n, num_inference_steps: steps, return_stage_metrics: returnsMetrics } = body
  const prompt = encodeText(body.prompt)
  const made = await denoise(server, response, { prompt, steps: n * steps })
  if (made === null) return
  const b64_json = pngOf(width, height).toString('base64')
  const stage = {
    ...{ final_output_type: 'images', output_unit_type: 'image', output_unit_count: n },
    ...{ stage_gen_time_ms: made.tookMs, image_pixels: n * width * height },
    denoise_step_latency_ms: made.tookMs / steps,
  }
  sendJson(response, {
    created: Math.floor(Date.now() / 1000),
    data: Array.from({ length: n }, () => ({ b64_json, url: null, revised_prompt: null })),
    output_format: 'png',
    size: body.size,
    metrics: returnsMetrics ? { stage_metrics: { 0: stage } } : null,
  })
}

const mostPixels = 4096

/** Width and height. */
function sidesOf(size: string): readonly [number, number] {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size) ?? []
  const sides = [Number(width), Number(height)] as const
  if (sides.every((side) => side >= 1 && side <= mostPixels)) return sides
  throw new ApiError(400, `size: Give WIDTHxHEIGHT of at most ${mostPixels}, not ${size}.`, 'size')
}

const whole = z.string().regex(/^\d+$/, 'Give a whole number.').transform(Number)

const videoSchema = z.looseObject({
  model: z.string().optional(),
  prompt: z.string().min(1),
  size: z.string().default('832x480'),
  seconds: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'Give seconds.')
    .optional(),
  num_frames: whole.optional(),
  fps: whole.default(16),
  num_inference_steps: whole.default(20),
})

type Job = Readonly<Record<string, unknown>>

const jobsOf = new WeakMap<SimulatedServer, Map<string, Job>>()

function jobs(server: SimulatedServer): Map<string, Job> {
  const found = jobsOf.get(server) ?? new Map<string, Job>()
  jobsOf.set(server, found)
  return found
}

async function beginVideo(server: SimulatedServer, { request, response }: Exchange): Promise<void> {
  const form = await readForm(request, videoSchema, server)
  const frames = form.num_frames ?? Math.round(Number(form.seconds ?? 4) * form.fps)
  const id = `video_gen_${randomUUID().replaceAll('-', '')}`
  const { model = server.deployment.model.id, prompt, size, fps } = form
  const job = {
    ...{ id, object: 'video', model, prompt, size, status: 'queued', progress: 0 },
    seconds: form.seconds ?? '4',
    created_at: Math.floor(Date.now() / 1000),
  }
  const known = jobs(server)
  known.set(id, job)
  sendJson(response, job)
  const made = await denoise(server, null, {
    prompt: encodeText(prompt),
    steps: form.num_inference_steps,
  })
  const tookS = (made?.tookMs ?? 0) / 1000
  known.set(id, {
    ...{ ...job, status: 'completed', progress: 100, inference_time_s: tookS },
    ...{ fps, num_frames: frames, duration_s: frames / fps, peak_memory_mb: 1024 },
    stage_durations: { 'SimPipeline.diffuse': 0.9 * tookS, 'SimPipeline.vae.decode': 0.1 * tookS },
  })
}

function readVideo(server: SimulatedServer, { response }: Exchange, id: string): void {
  const job = jobs(server).get(id)
  if (job === undefined) throw new ApiError(404, `There is no video ${id}.`, 'video_id')
  sendJson(response, job)
}

/** Work of a diffusion model: each denoising step is a generated token, and nothing is sent before the last one. */
type Work = Readonly<{ prompt: readonly number[]; steps: number }>

/** Resolves after the last step; with null if the client disconnected. A null `response` lets it outlive its request. */
async function denoise(
  server: SimulatedServer,
  response: ServerResponse | null,
  { prompt, steps }: Work,
): Promise<Readonly<{ tookMs: number }> | null> {
  const request = toGenerationRequest(
    { ignore_eos: true },
    { prompt, maxTokens: steps },
    server.deployment.maxModelLen,
  )
  const startedMs = performance.now()
  return await new Promise((resolve) => {
    const sink = {
      write: () => undefined,
      flush: () => undefined,
      end: () => resolve({ tookMs: performance.now() - startedMs }),
    }
    submit(server, response, { request, sink })
    if (response?.destroyed === true) return resolve(null)
    response?.once('close', () => resolve(null))
  })
}

/** Audio and images only in streams. */
const mediaChatSchema = chatSchema.extend({
  modalities: z.array(z.enum(modalities)).nullish(),
})

export const omniRoutes: Routes = {
  '/v1/chat/completions': {
    POST: chatAs(mediaChatSchema, (text, body) =>
      body.modalities ? omniChatShape(text, body.modalities) : text,
    ),
  },
  '/v1/audio/speech': { listedAfter: '/v1/audio/translations', POST: speak },
  '/v1/images/generations': { POST: drawImages },
  '/v1/images/edits': { POST: editImages },
  '/v1/videos': {
    POST: beginVideo,
    below: (id) => (server, exchange) => readVideo(server, exchange, id),
  },
}
