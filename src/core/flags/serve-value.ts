// Values of flags of `vllm serve`, as profiles, sweeps and files store them.
import { z } from 'zod'

const itemSchema = z.union([z.string(), z.number()])

export const serveFlagValueSchema = z.union([
  z.boolean(),
  z.number(),
  z.string(),
  z.array(itemSchema),
  z.record(z.string(), z.json()),
])
