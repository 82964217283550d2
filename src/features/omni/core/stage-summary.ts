// Statistics of pipeline stages over a run.
import { z } from 'zod'
import { metricStatsSchema } from '#core/model/run/metric-stats.ts'

const stageKinds = ['text', 'audio', 'image', 'video', 'stream', 'other'] as const

export type StageKind = (typeof stageKinds)[number]

/** Metrics of a stage, in the order of the report. `audio_duration` is a length; all others are latencies. */
export const stageFigures = [
  'video_generation',
  'image_generation',
  'stage_gen_time',
  'postprocess',
  'serving_ttft',
  'ttft',
  'tpot',
  'itl',
  'serving_audio_ttfp',
  'audio_duration',
  'serving_ttfc',
  'tpoc',
  'icl',
] as const

export type StageMetricName = (typeof stageFigures)[number]

export const stageSummarySchema = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(stageKinds),
  finalOutputType: z.string(),
  outputUnitType: z.string(),
  /** Completed requests that reported it. */
  requests: z.int(),
  outputTokens: z.int(),
  outputUnits: z.int(),
  audioS: z.number(),
  audioFrames: z.int(),
  /** Milliseconds. Excludes metrics without a value in any request. */
  figures: z.partialRecord(z.enum(stageFigures), metricStatsSchema),
})

export type StageSummary = z.infer<typeof stageSummarySchema>

/** Part of a pipeline that profiles itself; in ms if the name ends in `_ms`, else in s. */
export const stageDurationSchema = z.object({
  name: z.string(),
  count: z.int(),
  mean: z.number(),
  median: z.number(),
  p99: z.number(),
})

export type StageDuration = z.infer<typeof stageDurationSchema>

export const vllmOmniSummary = {
  summary: {
    /** Stages of a pipeline, with `--print-stage`. */
    stages: z.array(stageSummarySchema).nullish(),
    /** Parts of a pipeline that profiles itself; absent without profile. */
    stageDurations: z.array(stageDurationSchema).nullish(),
  },
} as const
