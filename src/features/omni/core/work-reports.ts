// Work reports of image and video servers, in the fields that vLLM-Omni's client reads.
import type { MadeKind } from '#core/records/made-kind.ts'
import type { MadeMedia } from '#core/records/request-record.ts'
import { type StageMetrics, stageMetricsSchema } from './stage-metrics.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ResponseSettings } from '#core/protocol/requests/request-form.ts'
import { isAmount } from '#core/base/bounds.ts'
import { isJson, type Json, objectsIn } from '#core/protocol/json-value.ts'

const usPerMs = 1000

type WorkReport = Pick<MadeMedia, 'generationUs' | 'peakMemoryMb' | 'stages'>

export function reportedWork(document: Json, kinds: readonly MadeKindWord[]): WorkReport {
  const stages = stagesOf(document)
  const generationMs = firstPositive([
    generatedIn(stages, objectsIn(document.data).map(stagesOf)),
    generatedBy(document, kinds),
    secondsAsMs(document.inference_time_s),
  ])
  return {
    generationUs: generationMs === null ? null : Math.round(generationMs * usPerMs),
    peakMemoryMb: peakMemoryOf(document),
    ...(stages !== undefined && { stages }),
  }
}

/** Names of media in stage names. */
type MadeKindWord = 'image' | 'images' | 'video' | 'videos'

export const wordsOf: Readonly<Record<Exclude<MadeKind, 'sound'>, readonly MadeKindWord[]>> = {
  images: ['image', 'images'],
  video: ['video', 'videos'],
}

export function positive(value: unknown): number | null {
  return isAmount(value) && value > 0 ? value : null
}

function firstPositive(values: readonly (number | null)[]): number | null {
  return values.find((value) => value !== null && value > 0) ?? null
}

type Stages = Readonly<Record<string, number>>

/** Stages of the document, of its metrics, or of its first part. */
function stagesOf(document: Json): Stages | undefined {
  const { metrics, data } = document
  const places = [document, ...(isJson(metrics) ? [metrics] : []), ...objectsIn(data)]
  return places
    .map(({ stage_durations: found }) => numbersIn(found))
    .find((one) => one !== undefined)
}

function numbersIn(value: unknown): Stages | undefined {
  if (!isJson(value)) return undefined
  const numbers = Object.entries(value).filter((entry): entry is [string, number] =>
    isAmount(entry[1]),
  )
  return numbers.length === 0 ? undefined : Object.fromEntries(numbers)
}

/** Time of the longest generation stage. */
function generatedIn(stages: Stages | undefined, parts: readonly (Stages | undefined)[]): number {
  const all = [stages, ...parts].flatMap((one) => Object.entries(one ?? {}))
  return all.reduce((most, [name, ms]) => (name.endsWith('_gen_ms') ? Math.max(most, ms) : most), 0)
}

/** Raw stage reports of a pipeline. */
function stageReportsIn({ metrics }: Json): unknown {
  return isJson(metrics) ? metrics.stage_metrics : undefined
}

/** The field of the record; null if there are none. */
export function readStageMetrics(document: Json): { stageMetrics: StageMetrics } | null {
  const reports = stageReportsIn(document)
  if (!isJson(reports)) return null
  const stages = Object.entries(reports).filter(
    ([id, report]) => /^\d+$/.test(id) && isJson(report),
  )
  return stages.length === 0
    ? null
    : { stageMetrics: stageMetricsSchema.parse(Object.fromEntries(stages)) }
}

/** Total time of the engine's stages that generate this medium. */
function generatedBy(document: Json, kinds: readonly MadeKindWord[]): number {
  const snapshot = stageReportsIn(document)
  const stages = isJson(snapshot) ? Object.values(snapshot).filter(isJson) : []
  return stages
    .filter(({ final_output_type: made, output_unit_type: unit }) =>
      [made, unit].some((word) => kinds.some((kind) => kind === word)),
    )
    .reduce((sum, { stage_gen_time_ms: ms }) => sum + (positive(ms) ?? 0), 0)
}

function secondsAsMs(seconds: unknown): number | null {
  const s = positive(seconds)
  return s === null ? null : s * 1000
}

function peakMemoryOf({ peak_memory_mb: own, metrics }: Json): number | null {
  return positive(own) ?? (isJson(metrics) ? positive(metrics.peak_memory_mb) : null)
}

/** Stages are stored only for their report. */
export function stageSettings({ printStage }: BenchmarkConfig): ResponseSettings {
  return printStage ? { keepStages: true } : {}
}
