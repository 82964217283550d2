// States of a run: preparing, running, then completed, cancelled or failed. Every surface that measures uses them.
import { message, storedFailure } from '#core/messages/message.ts'
import {
  failureLimitSentence,
  runLimitSentence,
  workersLostSentence,
} from '#core/report/cut-short.ts'
import { presentable } from '#core/redaction/presentable.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ServerFacts } from '#core/model/server.ts'
import type { FailureLimit } from '../model/run/failure-limit.ts'
import { isLost, type LoadWorker, type RunSummary } from '../model/run/run-summary.ts'
import type { Run } from '../model/run/run.ts'

type NewRun = Pick<
  Run,
  'id' | 'name' | 'config' | 'baseUrl' | 'serverName' | 'createdAtEpochMs' | 'clientVersion'
>

type RunPlan = Readonly<{ config: BenchmarkConfig; facts: ServerFacts; requests: number }>

type Start = Readonly<{ epochMs: number; monotonicS: number }>

type RunEnd = Readonly<{
  outcome: Readonly<{
    cancelled: boolean
    timedOut: boolean
    failureLimit?: FailureLimit
    startedAtEpochMs: number
    startedAtMonotonicS: number
    workers?: readonly LoadWorker[]
  }>
  summary: RunSummary
}>

/** State before anything is sent. */
export function newRun({ config, ...given }: NewRun): Run {
  return {
    ...given,
    config: presentable(config),
    status: 'preparing',
    tags: [],
    notes: '',
    facts: null,
    launch: null,
    sweepId: null,
    pointIndex: null,
    startedAtEpochMs: null,
    startedAtMonotonicS: null,
    plannedRequests: 0,
    summary: null,
    failure: null,
    imported: null,
  }
}

/** State once the requests and the server's own facts are known. */
export function plannedRun(run: Run, { config, facts, requests }: RunPlan): Run {
  return { ...run, config: presentable(config), facts, plannedRequests: requests }
}

/** The load generator's own clock replaces this start when the run ends. */
export function startedRun(run: Run, { epochMs, monotonicS }: Start): Run {
  return { ...run, status: 'running', startedAtEpochMs: epochMs, startedAtMonotonicS: monotonicS }
}

/** A run that hit its time limit, or lost a worker, has failed, because it differs from the requested run. */
export function endedRun(run: Run, { outcome, summary }: RunEnd): Run {
  const { cancelled, timedOut, failureLimit, workers = [] } = outcome
  const { startedAtEpochMs, startedAtMonotonicS } = outcome
  const ended = { ...run, summary, startedAtEpochMs, startedAtMonotonicS }
  if (timedOut) return { ...ended, status: 'failed', failure: timeLimitReached(run, summary) }
  if (failureLimit !== undefined) {
    return { ...ended, status: 'failed', failure: tooManyFailures(run, failureLimit) }
  }
  if (workers.some(isLost)) return { ...ended, status: 'failed', failure: lostWorkers(workers) }
  return { ...ended, status: cancelled ? 'cancelled' : 'completed', failure: null }
}

/** Null failure if the run was cancelled. */
export function brokenRun(run: Run, failure: Run['failure']): Run {
  return { ...run, status: failure === null ? 'cancelled' : 'failed', failure }
}

function tooManyFailures({ baseUrl }: Run, limit: FailureLimit): NonNullable<Run['failure']> {
  const isGone = limit.kind === 'connections'
  const remedy = message(isGone ? 'runs.connectionsLost.remedy' : 'runs.tooManyErrors.remedy')
  const failure = storedFailure({ message: failureLimitSentence(limit, baseUrl ?? '–'), remedy })
  return { ...failure, ...(isGone && { code: 'server-unreachable' }) }
}

function timeLimitReached(
  { config, plannedRequests: planned }: Run,
  { completed }: RunSummary,
): NonNullable<Run['failure']> {
  return storedFailure({
    message: runLimitSentence(config, { completed, planned }),
    remedy: message('runs.timeLimit.remedy'),
  })
}

function lostWorkers(workers: readonly LoadWorker[]): NonNullable<Run['failure']> {
  const remedy = message('runs.workersLost.remedy')
  return storedFailure({ message: workersLostSentence(workers), remedy })
}
