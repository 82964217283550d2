// A sweep in the composer: its text, and the parsed plan.
import type { Problem } from '#contract/views.ts'
import { defaultsOf } from '#core/model/benchmark-config.ts'
import { type ConcurrencyUnit, heldBy } from '#core/traits/load-traits.ts'
import { sweepNameOf } from '#core/model/run/run-name.ts'
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'
import { parseConcurrencyList, parseLoadList, type LoadList } from '#core/sweep/load-list.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { z } from 'zod'
import { draftOf, readDraft } from './benchmark-draft.ts'
import { firstSweep } from './common-loads.ts'
import {
  readAxis,
  readSettingText,
  settingText,
  writtenAxisSchema,
  type AxisReading,
} from './written-axis.ts'
import {
  readConduct,
  writtenConduct,
  writtenConductSchema,
  type ConductReading,
} from './written-conduct.ts'
import { readLimit, writtenLimit, writtenLimitSchema } from './written-limit.ts'
import {
  loadKinds,
  readSearch,
  writtenSearch,
  writtenSearchSchema,
  type SearchReading,
} from './written-search.ts'

import type { TunedServer } from '#core/tune/tuned-server.ts'
import {
  composedAxes,
  readTune,
  writtenTune,
  writtenTuneSchema,
  type TuneReading,
} from './written-tune.ts'

export const writtenSweepSchema = z.object({
  /** Empty selects the first ready server. */
  serverIds: z.array(z.string()).default([]),
  name: z.string().default(''),
  loadKind: z.enum(loadKinds).default('listed'),
  rates: z.string().default(firstSweep.rates),
  concurrencies: z.string().default('none'),
  /** Empty sends the same number of prompts at each point. */
  secondsPerPoint: z.string().default(firstSweep.secondsPerPoint),
  search: writtenSearchSchema.prefault({}),
  tune: writtenTuneSchema.prefault({}),
  limits: z.array(writtenLimitSchema).default([]),
  axes: z.array(writtenAxisSchema).default([]),
  /** One exclusion per line. */
  excluded: z.string().default(''),
  /** Keys of cells that are switched off. */
  omitted: z.array(z.string()).default([]),
  conduct: writtenConductSchema.prefault({}),
  workload: z.record(z.string(), z.string()).default({ ...firstSweep.workload }),
})

export type WrittenSweep = Readonly<z.infer<typeof writtenSweepSchema>>

export type SweepReading = Readonly<{
  rates: LoadList
  concurrencies: LoadList
  /** Unit of a concurrency limit, as far as the workload can be parsed. */
  held: ConcurrencyUnit
  /** NaN if it is not a positive number; null if each point sends a fixed number of prompts. */
  secondsPerPoint: number | null
  search: SearchReading
  axes: readonly AxisReading[]
  /** Lines that exclude nothing that exists. */
  unreadExclusions: readonly string[]
  conduct: ConductReading
  /** Null unless it tunes. */
  tune: TuneReading | null
  workloadProblems: readonly Problem[]
  /** Null while anything is invalid. */
  plan: SweepPlan | null
}>

/** `server` is the tuned server. */
export function readSweep(
  written: WrittenSweep,
  flagIndex: FlagIndex,
  server: TunedServer | null = null,
): SweepReading {
  const rates = parseLoadList(written.rates)
  const concurrencies = parseConcurrencyList(written.concurrencies)
  const secondsPerPoint = readSeconds(written.secondsPerPoint)
  const { config, problems } = readDraft(written.workload)
  const search = readSearch(written.loadKind, written.search)
  const axes = written.axes.map((axis) => readAxis(axis, flagIndex))
  const limits = written.limits.map(readLimit)
  const exclusions = linesOf(written.excluded).map((line) => ({
    line,
    setting: readSettingText(line, flagIndex),
  }))
  const conduct = readConduct(written.conduct)
  const isReadable =
    (written.loadKind !== 'listed' || (rates.problem === null && concurrencies.problem === null)) &&
    search.atFault.length === 0 &&
    !Number.isNaN(secondsPerPoint) &&
    ![...axes.map(({ axis }) => axis), ...limits].includes(null) &&
    exclusions.every(({ setting }) => setting !== null)
  const unnamed = sweepPlanSchema.omit({ name: true }).safeParse({
    config,
    requestRates: rates.problem === null ? [...rates.values] : ['inf'],
    maxConcurrencies:
      concurrencies.problem === null
        ? concurrencies.values.map((load) => (load === 'inf' ? null : load))
        : [null],
    secondsPerPoint,
    axes: axes.map(({ axis }) => axis),
    excluded: exclusions.map(({ setting }) => setting),
    omitted: [...written.omitted],
    limits,
    search: search.search,
    ...conduct.conduct,
  })
  const plan = unnamed.success ? named(unnamed.data, written) : null
  const readable = isReadable && conduct.conduct !== null ? plan : null
  const conditions = axes.map((axis) => (axis.axis === null ? null : axis.onlyIf))
  const tune =
    written.loadKind === 'tune'
      ? readTune(written.tune, { plan: readable, conditions, server, flagIndex })
      : null
  return {
    held: heldBy(config ?? defaultsOf(written.workload['compat'])),
    ...{ rates, concurrencies, secondsPerPoint, search, axes, conduct, tune },
    unreadExclusions: exclusions.flatMap(({ line, setting }) => (setting === null ? [line] : [])),
    workloadProblems: problems,
    plan: tune === null ? readable : tune.plan,
  }
}

/** Text of the composer for `plan` on these servers. */
export function writtenSweep(
  plan: SweepPlan,
  { serverIds, flagIndex }: Readonly<{ serverIds: readonly string[]; flagIndex: FlagIndex }>,
): WrittenSweep {
  const { search, secondsPerPoint } = plan
  return {
    serverIds: [...serverIds],
    name: plan.name,
    loadKind: plan.tune === null ? (search?.kind ?? 'listed') : 'tune',
    tune: writtenTune(plan),
    rates: plan.requestRates.join(', '),
    concurrencies: plan.maxConcurrencies.map((limit) => limit ?? 'none').join(', '),
    secondsPerPoint: secondsPerPoint === null ? '' : String(secondsPerPoint),
    search: search === null ? writtenSearchSchema.parse({}) : writtenSearch(search),
    limits: plan.limits.map(writtenLimit),
    axes: composedAxes(plan, flagIndex),
    excluded: plan.excluded.map((setting) => settingText(setting, flagIndex)).join('\n'),
    omitted: plan.omitted,
    conduct: writtenConduct(plan),
    workload: { ...draftOf(plan.config) },
  }
}

function named(plan: Omit<SweepPlan, 'name'>, { name, loadKind }: WrittenSweep): SweepPlan {
  const usual = loadKind === 'tune' ? sweepNameOf(plan, 'tuning') : sweepNameOf(plan)
  return { ...plan, name: name.trim() || usual }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function readSeconds(text: string): number | null {
  if (text.trim() === '') return null
  const seconds = Number(text)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : Number.NaN
}
