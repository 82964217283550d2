// Schema of a result file of any version of vLLM's script. Only keys that all versions write are required; any present key must have its
// type. Unknown keys are dropped.
import { z } from 'zod'
import { amountSchema, countSchema, totalSchema } from '#core/base/bounded-schemas.ts'
import { positiveOrInfinite } from '#core/flags/flag.ts'
import { type Message, message } from '#core/messages/message.ts'
import { AppError } from '../model/app-error.ts'
import { listedDecodings } from '../model/server-activity.ts'
import { measuringToolSchema } from '../model/run/import-source.ts'
import { scalarFileSchemas } from '../metrics/scalar-schemas.ts'

const maybeCount = totalSchema.nullable().default(null)
const maybeNumber = amountSchema.nullable().default(null)
const texts = z.array(z.string()).nullable().default(null)
const counts = z.array(countSchema).nullable().default(null)
const numbers = z.array(amountSchema.nullable()).nullable().default(null)

/** An infinite rate is the text `inf`, an infinite burstiness Python's infinity. */
const unbounded = z.preprocess((value) => (value === Infinity ? 'inf' : value), positiveOrInfinite)

/** User metadata of the same name may hide a setting, which is then unknown. */
function asked<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().catch(null)
}

const shortText = z.string().max(1000)

/** Latencies are found by the pattern of their keys. */
const turnSchema = z.looseObject({
  turn_index: z.int().min(0).optional(),
  completed: z.int().min(0),
  failed: z.int().min(0),
  mean_input_tokens: z.number().min(0).optional(),
  total_input_tokens: z.int().min(0).optional(),
  total_output_tokens: z.int().min(0).optional(),
})

const forms = {
  count: maybeCount,
  number: maybeNumber,
  shares: z.array(amountSchema).nullable().default(null),
}

/** Read by key. */
const decodingSchemas: object = Object.fromEntries(
  listedDecodings
    .flatMap(([, { figures }]) => Object.values(figures))
    .map(({ key, form }) => [key, forms[form]]),
)

export const resultSchema = z.object({
  date: asked(shortText),
  /** Our own key: the date in UTC. */
  finished_at: asked(z.iso.datetime()).optional(),
  /** Our own keys: the run was interrupted, and the requests then in flight. */
  interrupted: asked(z.boolean()).optional(),
  cut_off_requests: asked(z.int().min(0)).optional(),
  /** Our own key in results of other tools. */
  measured_by: measuringToolSchema.nullable().default(null).catch(null),
  endpoint_type: asked(shortText),
  backend: asked(shortText),
  label: asked(shortText),
  model_id: asked(shortText),
  tokenizer_id: asked(shortText),
  num_prompts: asked(z.int()),
  request_rate: asked(unbounded),
  burstiness: asked(unbounded),
  /** 0 meant no limit in some versions. */
  max_concurrency: asked(z.int().min(0)),
  ramp_up_strategy: asked(shortText),
  ramp_up_start_rps: asked(z.number()),
  ramp_up_end_rps: asked(z.number()),
  ...scalarFileSchemas,
  duration: amountSchema.positive(),
  completed: z.int().min(0),
  total_input_tokens: z.int().min(0),
  probe_completed: maybeCount,
  probe_failed: maybeCount,
  probe_median_e2el_ms: maybeNumber,
  probe_p99_e2el_ms: maybeNumber,
  probe_max_e2el_ms: maybeNumber,
  /** Conversations, in the format of the original's Rust client, which we also write. */
  conversations_completed: maybeCount,
  conversations_failed: maybeCount,
  avg_turns_completed: maybeNumber,
  avg_conversation_duration_ms: maybeNumber,
  median_conversation_duration_ms: maybeNumber,
  per_turn_metrics: z.array(turnSchema).nullable().default(null),
  ...decodingSchemas,
  input_lens: counts,
  output_lens: counts,
  ttfts: numbers,
  itls: z.array(z.array(amountSchema.nullable())).nullable().default(null),
  latencies: numbers,
  start_times: numbers,
  queue_times: numbers,
  server_queue_times: numbers,
  server_ttfts: numbers,
  generated_texts: texts,
  errors: texts,
})

export type Result = z.infer<typeof resultSchema>

/** Error for the first invalid key. */
export function resultProblem(remedy: Message): (issue: z.core.$ZodIssue | undefined) => AppError {
  return (issue) => {
    const key = z.core.toDotPath(issue?.path ?? [])
    const text = issue?.message ?? ''
    const problem = key === '' ? text : message('common.of', { name: key, text })
    return new AppError('invalid-input', problem, { remedy })
  }
}
