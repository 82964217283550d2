// POST /v1/images/generations as in vLLM-Omni: one document of images. Each denoising step is a token of the engine.
import { z } from 'zod'
import type { SimulatedServer } from '../simulated-server.ts'
import { encodeText } from '../engine/text.ts'
import { pngOf } from './png.ts'
import { denoise } from './denoise.ts'
import { ApiError, type Exchange, readForm, readJson, sendJson } from './http-exchange.ts'

const usualSize = '256x256'

const bodySchema = z.looseObject({
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

/** POST /v1/images/edits: a form with a prompt and images; the images' content is ignored. */
export async function editImages(server: SimulatedServer, exchange: Exchange): Promise<void> {
  const form = await readForm(exchange.request, editSchema, server)
  const size = form.size === 'auto' ? usualSize : form.size
  const returnsMetrics = form.return_stage_metrics.toLowerCase() === 'true'
  const { prompt, num_inference_steps } = form
  const body = { prompt, n: 1, size, num_inference_steps }
  await draw(server, exchange, { ...body, return_stage_metrics: returnsMetrics })
}

export async function drawImages(server: SimulatedServer, exchange: Exchange): Promise<void> {
  await draw(server, exchange, await readJson(exchange.request, bodySchema, server))
}

type ImageRequest = Pick<
  z.infer<typeof bodySchema>,
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
export function sidesOf(size: string): readonly [number, number] {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size) ?? []
  const sides = [Number(width), Number(height)] as const
  if (sides.every((side) => side >= 1 && side <= mostPixels)) return sides
  throw new ApiError(400, `size: Give WIDTHxHEIGHT of at most ${mostPixels}, not ${size}.`, 'size')
}
