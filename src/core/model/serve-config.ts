// The arguments of `vllm serve`: a model and flags by name. Only what was set is in it; the rest is vLLM's default.
import { z } from 'zod'

const itemSchema = z.union([z.string(), z.number()])

export const serveFlagValueSchema = z.union([
  z.boolean(),
  z.number(),
  z.string(),
  z.array(itemSchema),
  z.record(z.string(), z.json()),
])

export const serveConfigSchema = z.object({
  /** A hub id or a path on the host. */
  model: z.string().min(1),
  /** By long name without dashes, in the order in which they are written. */
  flags: z.record(z.string(), serveFlagValueSchema).default({}),
  /** Arguments appended unchanged: flags that are unknown here. */
  rawArguments: z.array(z.string()).default([]),
})

export type ServeFlagValue = z.infer<typeof serveFlagValueSchema>
export type ServeConfig = z.infer<typeof serveConfigSchema>
