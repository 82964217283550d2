// Reports of a vLLM-Omni server about one request in each pipeline stage. Names are the server's.
import { z } from 'zod'
import { amountSchema } from '#core/base/bounded-schemas.ts'
import type { RequestField } from '#core/records/request-field.ts'

/** Reads a value of another type as missing. */
const text = z.string().nullish().catch(undefined)
const number = amountSchema.nullish().catch(undefined)
const list = z.array(amountSchema.nullable()).nullish().catch(undefined)

const stageReportSchema = z.object({
  stage_name: text,
  final_output_type: text,
  output_unit_type: text,
  output_unit_count: number,
  num_tokens_out: number,
  finish_reason: text,
  audio_frames: number,
  audio_duration_s: number,
  stage_gen_time_ms: number,
  postprocess_time_ms: number,
  serving_time_to_first_output_ms: number,
  time_per_output_unit_ms: number,
  inter_output_latency_ms: number,
  inter_output_latencies_ms: list,
  vllm_ttft_ms: number,
  vllm_tpot_ms: number,
  vllm_itl_ms: number,
  vllm_itls_ms: list,
})

/** Report about one request in one stage. */
export type StageReport = z.infer<typeof stageReportSchema>

/** Reports by stage number. */
export const stageMetricsSchema = z.record(z.string().regex(/^\d+$/), stageReportSchema)

export type StageMetrics = z.infer<typeof stageMetricsSchema>

export const omniFields = {
  /** Absent if the server reported none, or `--print-stage` is off. */
  stageMetrics: {
    listedAfter: 'made',
    schema: stageMetricsSchema.optional(),
    column: { form: 'json', since: 20 },
    csvOfEach: {
      name: (id) => `stage_${id}_gen_time_ms`,
      cell: (report?: StageReport) => report?.stage_gen_time_ms ?? null,
    },
  },
} as const satisfies Readonly<Record<string, RequestField>>
