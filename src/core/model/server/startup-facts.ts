// What a starting server's log says about it; kept with the server and with the runs made on it.
import { z } from 'zod'

export const startupFactsSchema = z.object({
  version: z.string(),
  architecture: z.string(),
  maxModelLen: z.int(),
  maxNumBatchedTokens: z.int(),
  attentionBackend: z.string(),
  downloadS: z.number(),
  /** Of each GPU. */
  weightsGiB: z.number(),
  loadS: z.number(),
  compileS: z.number(),
  /** Whether the compiled graph came from an earlier start. */
  isCompileCached: z.boolean(),
  kvCacheGiB: z.number(),
  kvCacheTokens: z.int(),
  /** Requests of full length that fit the KV cache. */
  maxConcurrency: z.number(),
  graphCaptureS: z.number(),
  graphsGiB: z.number(),
  initS: z.number(),
})

export const startupPhases = [
  'image',
  'import',
  'boot',
  'config',
  'engine',
  'weights',
  'compile',
  'profile',
  'kv-cache',
  'graphs',
  'opening',
] as const

export type StartupPhase = (typeof startupPhases)[number]
export type StartupFacts = Partial<z.infer<typeof startupFactsSchema>>
