// State of a sweep and its next move, for strategies here and of features that choose the settings during a sweep.
import type { Message } from '#core/messages/message.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SweepLogEntry, SweepLogKind } from '#core/model/sweep-log.ts'
import type { SearchReason } from '#core/model/sweep-search.ts'
import type {
  FoundAnswer,
  SearchedAnswer,
  Sweep,
  SweepFile,
  SweepPlan,
  SweepPoint,
  Tune,
} from '#core/model/sweep.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { type Cell, type Configuration, configurationKey } from './configurations.ts'
import type { Section } from './file/file-place.ts'

/**
 * State of a sweep for choosing its next move. Built from stored data alone, so that a sweep continues unchanged after a crash.
 */
export type SweepState = Readonly<{
  sweep: Pick<Sweep, 'plan' | 'servers' | 'points' | 'answers'>
  /** Summaries of completed points, by index. */
  summaries: ReadonlyMap<number, RunSummary>
  /** Entries with server starts and compared answers, for a tuning; none by default. */
  log?: readonly SweepLogEntry[]
}>

/** A decision as an entry of a sweep's log: figures from which a sentence is generated. */
export type StoredDecision = Readonly<{ kind: SweepLogKind; values: SweepLogEntry['values'] }>

export type SweepMove =
  /** May be a new point, with the reason for choosing it; a tuning adds details. */
  | Readonly<{
      kind: 'measure'
      point: SweepPoint
      reason: SearchReason | null
      decisions?: readonly StoredDecision[]
    }>
  | Readonly<{ kind: 'skip'; point: SweepPoint; saturated: SweepPoint }>
  | Readonly<{ kind: 'answer'; found: SearchedAnswer }>
  | Readonly<{ kind: 'end' }>

/** Source of points. */
export type SweepStrategy = (state: SweepState) => SweepMove

/** A sweep that chooses its settings, and its measurements. */
export type MeasuredTuning = Readonly<{
  sweep: Pick<Sweep, 'plan' | 'points' | 'status'>
  summaries: ReadonlyMap<number, RunSummary>
  log: readonly SweepLogEntry[]
}>

/** Upper bounds, except for `starts`, which is a lower bound. */
export type TuningCost = Readonly<{ seconds: number; starts: number; runs: number }>

/** Choice of settings during a sweep: `tune` in its plan. */
export type Tunings = Readonly<{
  move: SweepStrategy
  /** Answers, with the current finding replacing the earlier one. */
  answers(tuning: MeasuredTuning & Readonly<{ sweep: Sweep }>): FoundAnswer[]
  /** `startS` is the duration of a server start, null if unknown. */
  budget(plan: SweepPlan, tune: Tune, startS: number | null): TuningCost
  /** Reason that it cannot run on this number of servers. */
  refusal(servers: number): Message | null
  /** Contents of its file. */
  contents(file: SweepFile, tune: Tune, flagIndex: FlagIndex): Section
}>

/** Summaries of completed points, by index. */
export function summariesOf(
  { points }: Pick<Sweep, 'points'>,
  runs: Iterable<Pick<Run, 'id' | 'summary'>>,
): ReadonlyMap<number, RunSummary> {
  const byId = new Map(Array.from(runs, ({ id, summary }) => [id, summary]))
  return new Map(
    points.flatMap(({ index, status, runId }) => {
      const summary = status === 'completed' ? (byId.get(runId ?? '') ?? null) : null
      return summary === null ? [] : [[index, summary] as const]
    }),
  )
}

export function isAnswered(configuration: Configuration, answers: readonly FoundAnswer[]): boolean {
  return answers.some(
    (found) =>
      found.answer.kind !== 'setting' &&
      configurationKey(found) === configurationKey(configuration),
  )
}

export function cellAt(
  { search, config }: SweepPlan,
  configuration: Configuration,
  load: number,
): Cell {
  return search?.over === 'maxConcurrency'
    ? { ...configuration, requestRate: 'inf', maxConcurrency: load }
    : { ...configuration, requestRate: load, maxConcurrency: config.maxConcurrency }
}

/** Configurations share prompts for their first load, their second, and so on. */
export function placeOf(
  configuration: Configuration,
  points: readonly SweepPoint[],
): Pick<SweepPoint, 'index' | 'seedOffset' | 'status' | 'runId'> {
  const seedOffset = points.filter(
    (point) => configurationKey(point) === configurationKey(configuration),
  ).length
  return { index: points.length, seedOffset, status: 'waiting', runId: null }
}

/** The searched load, which is the finite one of the two. */
export function searchedLoad({ requestRate, maxConcurrency }: SweepPoint): number {
  return requestRate === 'inf' ? (maxConcurrency ?? Number.NaN) : requestRate
}
