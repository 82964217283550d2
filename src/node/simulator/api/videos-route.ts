// /v1/videos like vLLM-Omni: a form starts a job, which the client polls until it is completed.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { SimulatedServer } from '../simulated-server.ts'
import { encodeText } from '../engine/text.ts'
import { denoise } from './denoise.ts'
import { ApiError, type Exchange, readForm, sendJson } from './http-exchange.ts'

export const videosPath = '/v1/videos'

const whole = z.string().regex(/^\d+$/, 'Give a whole number.').transform(Number)

const formSchema = z.looseObject({
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

export async function beginVideo(
  server: SimulatedServer,
  { request, response }: Exchange,
): Promise<void> {
  const form = await readForm(request, formSchema, server)
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

export function readVideo(server: SimulatedServer, { response }: Exchange, id: string): void {
  const job = jobs(server).get(id)
  if (job === undefined) throw new ApiError(404, `There is no video ${id}.`, 'video_id')
  sendJson(response, job)
}
