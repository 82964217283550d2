// Data on each tried setting: its runs in order, its starts, and whether it fails.
import { isClientLimited } from '#core/judgement/judge-point.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { Sweep, SweepPlan, SweepPoint, TuneStage } from '#core/model/sweep.ts'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import { isMeasured, type MeasuredTry, type SearchTry } from '#core/sweep/search/search-step.ts'
import { searchedLoad } from '#core/sweep/sweep-move.ts'
import { pointConfig } from '#core/sweep/sweep-points.ts'
import { type AnswerCheck, type AnswerChecks, answerChecksIn } from './answers.ts'
import { choiceKey } from './space.ts'

/** A server start for a point. */
export type ServerStart = Readonly<{ point: number; seconds: number }>

/** Server starts for points in a sweep's log, successful or not. */
function serverStartsIn(log: readonly SweepLogEntry[]): ServerStart[] {
  return log.flatMap(({ kind, values: { index, tookS = 0 } }) => {
    const isStart = kind === 'server-ready' || kind === 'server-failed'
    return isStart && index !== undefined ? [{ point: Number(index), seconds: Number(tookS) }] : []
  })
}

/** Data that the log adds to the points of a tuning. */
export type TuneStory = Readonly<{ starts: readonly ServerStart[]; answers: AnswerChecks }>

export function storyIn(log: readonly SweepLogEntry[]): TuneStory {
  return { starts: serverStartsIn(log), answers: answerChecksIn(log) }
}

export type TuneState = Readonly<{
  sweep: Pick<Sweep, 'plan' | 'points'>
  /** Summaries of completed points, by index. */
  summaries: ReadonlyMap<number, RunSummary>
  starts: readonly ServerStart[]
  answers?: AnswerChecks
}>

export type StagedTry = SearchTry & Readonly<{ stage: TuneStage; index: number }>

export type Candidate = Readonly<{
  choice: readonly number[]
  tried: readonly StagedTry[]
  /** The server did not start, a run failed, or a user abandoned the setting. */
  hasFailed: boolean
  /** Indices of its points. */
  points: readonly number[]
  /** Duration of each start in seconds, in order. */
  starts: readonly number[]
  /** Comparison with the default's responses; null if not compared. */
  answers: AnswerCheck | null
}>

/** Ordered by first attempt. */
export function candidatesOf({ sweep, summaries, starts, answers }: TuneState): Candidate[] {
  const { plan, points } = sweep
  const byKey = Map.groupBy(
    points.filter(({ status }) => status !== 'waiting' && status !== 'running'),
    ({ settings }) => choiceKey(settings),
  )
  return [...byKey.values()].map((own) => ({
    choice: own[0]?.settings ?? [],
    tried: own
      .filter(({ status }) => status === 'completed')
      .map((point) => ({
        load: searchedLoad(point),
        repeat: point.repeat,
        config: configOf(plan, point),
        summary: summaries.get(point.index) ?? null,
        stage: point.stage ?? 'explore',
        index: point.index,
      })),
    points: own.map(({ index }) => index),
    hasFailed: own.some(({ status }) => status !== 'completed'),
    starts: starts
      .filter((start) => own.some(({ index }) => index === start.point))
      .map(({ seconds }) => seconds),
    answers: answers?.get(choiceKey(own[0]?.settings ?? [])) ?? null,
  }))
}

/** Cached, because plans and points are immutable and are all read before every move. */
const configs = new WeakMap<SweepPoint, BenchmarkConfig>()

function configOf(plan: SweepPlan, point: SweepPoint): BenchmarkConfig {
  const config = configs.get(point) ?? pointConfig(plan, point)
  configs.set(point, config)
  return config
}

type MeasuredRun = MeasuredTry & Pick<StagedTry, 'stage' | 'index'>

/** Number of runs limited by the client, or without usable results. */
export function limitedRuns({ tried }: Pick<Candidate, 'tried'>): number {
  return tried.length - believedRuns({ tried }).length
}

/** Number of such runs above which the client counts as the limit. */
export const clientLimitedRuns = 2

/** Runs that show the capability of the server. */
export function believedRuns({ tried }: Pick<Candidate, 'tried'>): MeasuredRun[] {
  return tried.flatMap((run) => (isMeasured(run) && !isLimited(run) ? [run] : []))
}

/** Cached, because summaries are immutable and are all read before every move. */
const judged = new WeakMap<RunSummary, boolean>()

function isLimited(run: MeasuredRun): boolean {
  const known = judged.get(run.summary) ?? isClientLimited(run)
  judged.set(run.summary, known)
  return known
}
