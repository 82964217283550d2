// The source of a run that was not measured here: a result file, and what that file lacks.
import { z } from 'zod'
import { epochMsSchema } from '../bounded-schemas.ts'
import type { BenchmarkField } from '../benchmark/benchmark-fields.ts'

/** `durations`: how long each request took, but not when it was sent. */
const importedDetails = ['none', 'durations', 'times'] as const

/** Benchmarks other than vLLM's whose files are read, in the order in which they are recognised. */
export const measuringTools = [
  'AIPerf',
  'GenAI-Perf',
  'GuideLLM',
  'inference-perf',
  'inference-benchmarker',
  'llm-d',
  'llmperf',
  'SGLang',
  'TensorRT-LLM',
] as const

export type MeasuringTool = (typeof measuringTools)[number]

export const measuringToolSchema = z.object({
  name: z.enum(measuringTools),
  /** Null where its file does not name one. */
  version: z.string().max(100).nullable(),
})

export const importSourceSchema = z.object({
  /** Name of the file, without its folder. */
  fileName: z.string(),
  importedAtEpochMs: epochMsSchema,
  /** Of what the result says, however the file lays it out; nothing is imported twice. */
  contentHash: z.string(),
  /** The API as the file names it, which need not be one of ours. */
  backend: z.string().nullable(),
  /** Fields of the config that the file has; the others are at their defaults and unknown. */
  knownFields: z.array(z.string()),
  /** What the file keeps of each request. */
  requests: z.enum(importedDetails),
  /** What measured it, if not a client of vLLM's. */
  tool: measuringToolSchema.optional(),
})

export type ImportSource = z.infer<typeof importSourceSchema>

type AsKnown = Readonly<{ imported: Pick<ImportSource, 'knownFields'> | null }>

/** Whether the value a run's config has for a field is what was asked, not merely a default. */
export function isKnown({ imported }: AsKnown, field: BenchmarkField): boolean {
  return imported === null || imported.knownFields.includes(field)
}
