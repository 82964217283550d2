// Work of a diffusion model on the simulated engine: each of its steps is a token that is generated, and nothing is sent
// before the last.
import type { ServerResponse } from 'node:http'
import { Generation } from '../engine/generation.ts'
import type { SimulatedServer } from '../simulated-server.ts'
import { toGenerationRequest } from './generate.ts'

type Work = Readonly<{ prompt: readonly number[]; steps: number }>

/** Resolves when the last step is done; with null if the client disconnected. `response` null outlives its request. */
export async function denoise(
  { engine, seed, deployment }: SimulatedServer,
  response: ServerResponse | null,
  { prompt, steps }: Work,
): Promise<Readonly<{ tookMs: number }> | null> {
  const asked = toGenerationRequest(
    { ignore_eos: true },
    { prompt, maxTokens: steps },
    deployment.maxModelLen,
  )
  const startedMs = performance.now()
  return await new Promise((resolve) => {
    const sink = {
      write: () => undefined,
      flush: () => undefined,
      end: () => resolve({ tookMs: performance.now() - startedMs }),
    }
    const isRounded = deployment.kvCacheBytes !== undefined
    const generation = new Generation(asked, sink, { seed, isRounded })
    if (response?.destroyed === true) return resolve(null)
    response?.once('close', () => {
      engine.abort(generation)
      resolve(null)
    })
    engine.submit(generation)
  })
}
