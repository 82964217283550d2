// Work of a diffusion model on the simulated engine: each denoising step is a generated token, and nothing is sent before the
// last one.
import type { ServerResponse } from 'node:http'
import type { SimulatedServer } from '../simulated-server.ts'
import { submit, toGenerationRequest } from './generate.ts'

type Work = Readonly<{ prompt: readonly number[]; steps: number }>

/** Resolves after the last step; with null if the client disconnected. A null `response` lets it outlive its request. */
export async function denoise(
  server: SimulatedServer,
  response: ServerResponse | null,
  { prompt, steps }: Work,
): Promise<Readonly<{ tookMs: number }> | null> {
  const asked = toGenerationRequest(
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
    submit(server, response, { request: asked, sink })
    if (response?.destroyed === true) return resolve(null)
    response?.once('close', () => resolve(null))
  })
}
