// The composed sweep or tuning: sections of its file by their keys there, with the text of the form's fields as values.
import type { Problem } from '#contract/views.ts'
import { message, sentences, type Text } from '#core/messages/message.ts'
import { defaultsOf } from '#core/model/benchmark-config.ts'
import { sweepNameOf } from '#core/model/run/run-name.ts'
import { type SweepPlan, sweepPlanSchema, type Tune, tuneObjectives } from '#core/model/sweep.ts'
import type { SweepSearch } from '#core/model/sweep-search.ts'
import {
  type FileProblem,
  isSection,
  joined,
  readingOf,
  type Section,
} from '#core/sweep/file/file-place.ts'
import { loadsContents, searchAt, searchContents } from '#core/sweep/file/loads.ts'
import { readSweepFile } from '#core/sweep/file/read-sweep-file.ts'
import { sweepFileContents } from '#core/sweep/file/write-sweep-file.ts'
import { parseConcurrencyList, parseLoadList, type LoadList } from '#core/sweep/load-list.ts'
import { readTuneFile } from '#core/tune/read-tune-file.ts'
import { plannedTune } from '#core/tune/tune-plan.ts'
import type { TunedServer } from '#core/tune/tuned-server.ts'
import { type ConcurrencyUnit, heldBy } from '#core/traits/load-traits.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { z } from 'zod'
import {
  axisSection,
  settingSection,
  settingText,
  tunedName,
  tunedSection,
  writtenAxes,
  writtenAxisSchema,
} from './axis-text.ts'
import { draftOf, readDraft } from './benchmark-draft.ts'
import { firstSweep } from './common-loads.ts'
import { limitInForm } from './limit-row.ts'

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
  /** Least percentage of tokens equal to the defaults'; empty only reports it. */
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

function scalars(written: Readonly<Record<string, unknown>>): Section {
  const entries = Object.entries(written)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? scalar(value) : value]),
  )
}

function isFilled([, written]: readonly [string, string]): boolean {
  return written.trim() !== ''
}

/** Contents of the file, besides servers and benchmark. */
function fileContents(document: SweepDocument, flagIndex: FlagIndex): Section {
  const { limits, price, retries } = document
  const shared = {
    ...scalars({ retries, 'warm-up': document['warm-up'], 'cool-down': document['cool-down'] }),
    'reset-caches': document['reset-caches'],
    ...(price['per-hour'].trim() !== '' && { price: scalars(price) }),
  }
  return document.loadKind === 'tune'
    ? { ...shared, ...tuneContents(document, flagIndex) }
    : { ...shared, limits, ...sweepContents(document, flagIndex) }
}

function sweepContents(document: SweepDocument, flagIndex: FlagIndex): Section {
  const { loadKind, load, search, axes, exclude, omit, repeats, order } = document
  const { precision, ...range } = scalars(search)
  const seconds = load['seconds-per-point']
  return {
    load: {
      ...(loadKind === 'listed' ? load : readableLoads(load)),
      'seconds-per-point': seconds.trim() === '' ? null : scalar(seconds),
    },
    ...(loadKind !== 'listed' && {
      search: {
        ...{ find: loadKind, ...range },
        ...(loadKind === 'capacity' && { precision: `${String(precision)} %` }),
      },
    }),
    axes: axes.map((axis) => axisSection(axis, flagIndex)),
    exclude: linesOf(exclude).map((line) => settingSection(line, flagIndex)),
    ...{ omit, order, repeats: scalar(repeats) },
    'stop-when-saturated': document['stop-when-saturated'],
  }
}

/** A search ignores listed loads, so they need not be valid. */
function readableLoads(load: SweepDocument['load']): Section {
  const { 'request-rate': rates, 'max-concurrency': limits } = load
  return {
    ...(parseLoadList(rates).problem === null && { 'request-rate': rates }),
    ...(parseConcurrencyList(limits).problem === null && { 'max-concurrency': limits }),
  }
}

function tuneContents(document: SweepDocument, flagIndex: FlagIndex): Section {
  const { objective, search, load, budget, limits, equalAnswers, answers } = document
  const { over, from, 'up-to': upTo } = scalars(search)
  const seconds = load['seconds-per-point']
  const { 'wall-clock': minutes, ...others } = budget
  return {
    objective: { [objective]: over, from, 'up-to': upTo },
    ...(seconds.trim() !== '' && { 'seconds-per-run': scalar(seconds) }),
    limits: equalAnswers.trim() === '' ? limits : [...limits, `answers >= ${equalAnswers} %`],
    ...(answers !== null && { answers }),
    flags: tunedSection(document.axes, flagIndex),
    budget: {
      ...scalars(Object.fromEntries(Object.entries(others).filter(isFilled))),
      ...(minutes.trim() !== '' && { 'wall-clock': `${minutes.trim()} min` }),
    },
  }
}

export type SweepReading = Readonly<{
  rates: LoadList
  concurrencies: LoadList
  /** Unit of a concurrency limit, as far as the workload can be parsed. */
  held: ConcurrencyUnit
  /** Null while it is invalid, and for listed loads. */
  search: SweepSearch | null
  /** Problems of the file by their place. */
  problems: readonly FileProblem[]
  workloadProblems: readonly Problem[]
  /** Null while anything is invalid. */
  plan: SweepPlan | null
}>

/** `server` is the tuned server. */
export function readSweep(
  document: SweepDocument,
  flagIndex: FlagIndex,
  server: TunedServer | null = null,
): SweepReading {
  const { config, problems: workloadProblems } = readDraft(document.workload)
  const contents = fileContents(document, flagIndex)
  const isTuned = document.loadKind === 'tune'
  const { value, problems } = readingOf(() =>
    isTuned
      ? plannedTune(readTuneFile(contents, flagIndex), server, flagIndex)
      : readSweepFile(contents, flagIndex).plan,
  )
  const { search } = contents
  const plan = value && config && { ...value, config }
  const usualName = plan && sweepNameOf(plan, isTuned ? 'tuning' : undefined)
  return {
    rates: parseLoadList(document.load['request-rate']),
    concurrencies: parseConcurrencyList(document.load['max-concurrency']),
    held: heldBy(config ?? defaultsOf(document.workload['compat'])),
    search: search === undefined ? null : readingOf(() => searchAt(search, 'search')).value,
    ...{ problems, workloadProblems },
    plan: plan && { ...plan, name: document.name.trim() || (usualName ?? '') },
  }
}

/** Problems of the value at `place`, or of parts of it. */
export function problemsAt(
  { problems }: Pick<SweepReading, 'problems'>,
  place: string,
): readonly FileProblem[] {
  const isPart = (at: string) => at.startsWith(place) && /^[.[]/.test(at.slice(place.length))
  return problems.filter((problem) => problem.place === place || isPart(problem.place))
}

/** First problem of each axis, with its remedy. */
export function axisProblems(
  { axes, loadKind }: Pick<SweepDocument, 'axes' | 'loadKind'>,
  reading: Pick<SweepReading, 'problems'>,
): readonly (Text | null)[] {
  return axes.map(({ columns }, index) => {
    const flag = tunedName(columns[0]?.flag ?? '')
    const place = loadKind === 'tune' ? joined('flags', flag) : joined('axes', index)
    const [problem] = problemsAt(reading, place)
    if (problem === undefined) return null
    const name = problem.place.slice(place.length).replace(/^\./, '')
    const stated = name === '' ? problem.text : message('common.of', { name, text: problem.text })
    return sentences([
      message('common.sentence', { text: stated }),
      ...(problem.remedy === null ? [] : [problem.remedy]),
    ])
  })
}

export function linesOf(written: string): string[] {
  return written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Values of a file as text of fields. */
function texts(contents: Section): Record<string, unknown> {
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

/** Document of `plan` on these servers. */
export function sweepDocument(
  plan: SweepPlan,
  { serverIds, flagIndex }: Readonly<{ serverIds: readonly string[]; flagIndex: FlagIndex }>,
): SweepDocument {
  const { search, tune } = plan
  return sweepDocumentSchema.parse({
    ...texts(sweepFileContents({ plan, servers: [] }, flagIndex)),
    ...{ serverIds, loadKind: tune === null ? (search?.kind ?? 'listed') : 'tune' },
    workload: draftOf(plan.config),
    load: { 'seconds-per-point': '', ...texts(loadsContents(plan)) },
    ...(search !== null && {
      search: {
        ...texts(searchContents(search)),
        ...(search.kind === 'capacity' && { precision: percentText(search.precision) }),
      },
    }),
    limits: plan.limits.map(limitInForm),
    axes: writtenAxes(plan, flagIndex),
    exclude: plan.excluded.map((setting) => settingText(setting, flagIndex)).join('\n'),
    omit: plan.omitted,
    ...(tune !== null && tuneParts(tune)),
  })
}

function tuneParts({ objective, budget, answers }: Tune): object {
  const text = (value: number | null) => (value === null ? '' : String(value))
  const least = answers?.leastEqual ?? null
  return {
    objective,
    budget: {
      ...{ 'gpu-minutes': text(budget.gpuMinutes), runs: text(budget.runs) },
      'wall-clock': text(budget.minutes),
    },
    equalAnswers: least === null ? '' : percentText(least),
    answers: answers === null ? false : { prompts: answers.prompts, tokens: answers.tokens },
  }
}
