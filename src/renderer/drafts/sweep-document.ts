// The composed sweep or tuning: sections of its file by their keys there, with the text of the form's fields as values.
import type { Problem } from '#contract/views.ts'
import type { LoadUnit } from '#core/traits/load-traits.ts'
import { type SweepPlan, sweepPlanSchema, tuneObjectives } from '#core/model/sweep.ts'
import type { SweepSearch } from '#core/model/sweep-search.ts'
import { type FileProblem, isSection, type Section } from '#core/sweep/file/file-place.ts'
import type { LoadList } from '#core/sweep/load-list.ts'
import { z } from 'zod'
import { writtenAxisSchema } from './axis-text.ts'
import { firstSweep } from './common-loads.ts'

export const loadKinds = ['listed', 'curve', 'capacity', 'tune'] as const
export type LoadKind = (typeof loadKinds)[number]

const text = (usual: string) => z.string().default(usual)

export const sweepDocumentSchema = z.object({
  /** Empty selects the first ready server. */
  serverIds: z.array(z.string()).default([]),
  loadKind: z.enum(loadKinds).default('listed'),
  workload: z.record(z.string(), z.string()).default({ ...firstSweep.workload }),
  name: text(''),
  load: z
    .object({
      'request-rate': text(firstSweep.load['request-rate']),
      'max-concurrency': text('none'),
      /** Empty sends the same number of prompts at each point. */
      'seconds-per-point': text(firstSweep.load['seconds-per-point']),
    })
    .prefault({}),
  search: z
    .object({
      over: z.enum(['request-rate', 'max-concurrency']).default('request-rate'),
      ...{ from: text('1'), 'up-to': text('512'), 'most-runs': text('15') },
      /** Percent. */
      precision: text('5'),
    })
    .prefault({}),
  limits: z.array(z.string()).default([]),
  axes: z.array(writtenAxisSchema).default([]),
  /** One exclusion per line. */
  exclude: text(''),
  omit: z.array(z.string()).default([]),
  order: sweepPlanSchema.shape.order.unwrap().default('ascending'),
  ...{ repeats: text('1'), 'warm-up': text('0'), 'cool-down': text('0'), retries: text('1') },
  'stop-when-saturated': z.boolean().default(false),
  'reset-caches': z.boolean().default(true),
  price: z.object({ 'per-hour': text(''), currency: text('USD') }).prefault({}),
  objective: z.enum(tuneObjectives).default('capacity'),
  /** Empty means no limit; the wall-clock time is in minutes. */
  budget: z
    .object({ 'gpu-minutes': text('60'), runs: text(''), 'wall-clock': text('') })
    .prefault({}),
  /** Minimum percentage of tokens equal to the defaults'; empty only reports it. */
  equalAnswers: text(''),
  /** How responses are compared; null for the default. */
  answers: z.json().default(null),
})

export type SweepDocument = Readonly<z.infer<typeof sweepDocumentSchema>>

/** The text of a field as its value in a file. */
export function scalar(written: string): unknown {
  const trimmed = written.trim()
  return trimmed === '' || Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
}

export function scalars(written: Readonly<Record<string, unknown>>): Section {
  const entries = Object.entries(written)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? scalar(value) : value]),
  )
}

export type SweepReading = Readonly<{
  rates: LoadList
  concurrencies: LoadList
  /** Unit of a concurrency limit, if the workload can be parsed. */
  held: LoadUnit
  /** Null while it is invalid, and for listed loads. */
  search: SweepSearch | null
  /** Problems of the file by their place. */
  problems: readonly FileProblem[]
  workloadProblems: readonly Problem[]
  /** Null while any part is invalid. */
  plan: SweepPlan | null
}>

/** Problems of the value at `place`, or of parts of it. */
export function problemsAt(
  { problems }: Pick<SweepReading, 'problems'>,
  place: string,
): readonly FileProblem[] {
  const isPart = (at: string) => at.startsWith(place) && /^[.[]/.test(at.slice(place.length))
  return problems.filter((problem) => problem.place === place || isPart(problem.place))
}

export function linesOf(written: string): string[] {
  return written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** File values as text for fields. */
export function texts(contents: Section): Record<string, unknown> {
  return Object.fromEntries(Object.entries(contents).map(([key, value]) => [key, fieldText(value)]))
}

function fieldText(value: unknown): unknown {
  if (typeof value === 'boolean') return value
  if (isSection(value)) return texts(value)
  return Array.isArray(value) ? value.map(String).join(', ') : String(value)
}

export function percentText(share: number): string {
  return String(Number((share * 100).toPrecision(12)))
}
