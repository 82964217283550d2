// Flags and settings of a prefill/decode pair.
import { z } from 'zod'
import { count, type LaunchFlags, textFlag } from '#core/flags/flag.ts'
import { serveFlagValueSchema } from '#core/flags/serve-value.ts'

const instancesSchema = z.int().min(1).max(64)

/** Instances of one kind, each with its own GPUs. */
const poolSchema = z.object({
  instances: instancesSchema.default(1),
  /** Flags of this pool only, which override the flags of the profile. */
  flags: z.record(z.string(), serveFlagValueSchema).default({}),
})

/** Router of the vLLM project; docs/hosts.md explains the placeholders. */
export const usualRouter =
  'vllm-router --vllm-pd-disaggregation --host {host} --port {port} --prometheus-port {metrics-port} --prefill {prefill-url} --decode {decode-url}'

/** One pool computes prompts, another generates; clients connect to the router in front. */
const disaggregationSchema = z.object({
  prefill: poolSchema.prefault({}),
  decode: poolSchema.prefault({}),
  /** A command line with placeholders for the instances. */
  router: z.string().min(1).max(2000).default(usualRouter),
})

export type Disaggregation = z.infer<typeof disaggregationSchema>

const instances = {
  schema: instancesSchema.nullable().default(null),
  ...count,
  unit: 'instances',
} as const

export const pairFlags = {
  ofLaunches: {
    prefill: {
      ...instances,
      summary:
        'Launch a prefill/decode pair: N prefill instances, decode instances and a router, which is the server.',
    },
    decode: { ...instances, summary: 'Decode instances of the pair; 1 without it.' },
    prefillFlags: textFlag(
      'FLAGS',
      'Flags of vLLM for the prefill instances alone: --prefill-flags="--max-num-seqs 16".',
    ),
    decodeFlags: textFlag(
      'FLAGS',
      'Flags of vLLM for the decode instances alone: --decode-flags="--max-num-seqs 512".',
    ),
    router: textFlag(
      'COMMAND',
      'Command of the router, with placeholders such as --port {port} --prefill {prefill-url} --decode {decode-url}.',
    ),
  },
  settings: {
    /** Null runs one server for prompts and generation. */
    disaggregation: disaggregationSchema.nullable().default(null),
  },
} as const satisfies LaunchFlags
