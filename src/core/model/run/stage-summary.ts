// What was measured of the stages of a pipeline over a run.
import { z } from 'zod'
import { metricStatsSchema } from './metric-stats.ts'

const stageKinds = ['text', 'audio', 'image', 'video', 'stream', 'other'] as const

export type StageKind = (typeof stageKinds)[number]

/** What is measured of a stage, in the order of the report. `audio_duration` is a length; all else are durations. */
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

export type StageFigure = (typeof stageFigures)[number]

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
  /** In milliseconds. Without those of which no request has a value. */
  figures: z.partialRecord(z.enum(stageFigures), metricStatsSchema),
})

export type StageSummary = z.infer<typeof stageSummarySchema>

/** Of one part of a pipeline that profiles itself: in ms where the name ends in `_ms`, else in s. */
export const stageDurationSchema = z.object({
  name: z.string(),
  count: z.int(),
  mean: z.number(),
  median: z.number(),
  p99: z.number(),
})

export type StageDuration = z.infer<typeof stageDurationSchema>
