// `result_summary.json` of a point of MLPerf Endpoints: times in nanoseconds, percentiles by their number as text.
import { z } from 'zod'
import { statsKeys, toolReader, type ToolStats } from './tool-reader.ts'

const msPerNs = 1e-6

/** Null without a median. */
const statistics = z
  .looseObject({
    total: z.number().nullish(),
    avg: z.number().nullish(),
    std_dev: z.number().nullish(),
    percentiles: z.record(z.string(), z.number()).default({}),
  })
  .nullish()

function statsOf(read: z.infer<typeof statistics>, count: number): ToolStats | null {
  const percentiles = Object.entries(read?.percentiles ?? {})
    .map(([key, value]) => ({ percentile: Number(key), value }))
    .filter(({ percentile }) => percentile <= 100)
  const median = percentiles.find(({ percentile }) => percentile === 50)?.value
  const mean = read?.avg ?? (read?.total ?? NaN) / count
  if (median === undefined || !Number.isFinite(mean)) return null
  return { mean, median, std: read?.std_dev ?? null, percentiles }
}

const count = z.int().min(0)

export const mlperfEndpoints = toolReader({
  keys: ['n_samples_completed', 'duration_ns', 'output_sequence_lengths'],
  schema: z.looseObject({
    /** Present only in rehearsals. */
    measured_by: z.string().nullish().catch(null),
    n_samples_issued: count.nullish(),
    n_samples_completed: count,
    n_samples_failed: count.nullish(),
    duration_ns: z.number().positive(),
    ttft: statistics,
    tpot: statistics,
    latency: statistics,
    output_sequence_lengths: statistics,
  }),
  version: ({ measured_by }) => (measured_by ? `rehearsal by ${measured_by}` : null),
  entries(file) {
    const completed = file.n_samples_completed
    const failed = file.n_samples_failed ?? 0
    return {
      num_prompts: file.n_samples_issued || completed + failed,
      duration: file.duration_ns / 1e9,
      ...{ completed, failed },
      total_input_tokens: 0,
      total_output_tokens: Math.round(file.output_sequence_lengths?.total ?? 0),
      ...statsKeys('ttft', statsOf(file.ttft, completed), msPerNs),
      ...statsKeys('tpot', statsOf(file.tpot, completed), msPerNs),
      ...statsKeys('e2el', statsOf(file.latency, completed), msPerNs),
    }
  },
})
