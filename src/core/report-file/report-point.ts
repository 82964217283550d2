// One run as a point of a report: its figures, what they are worth, how to have them again.
import type { Calibration } from '../model/calibration.ts'
import { isKnown, type Run } from '../model/run.ts'
import type { SweepLimit } from '../model/sweep-limit.ts'
import { equivalentCommand } from '../report/equivalent-command.ts'
import { clientNote } from '../report/client-note.ts'
import { valueText } from '../report/limits-text.ts'
import { doubtAdvice } from '../stats/verdict/advice.ts'
import { verdictOf } from '../stats/verdict/verdict-of.ts'
import { limitText } from '../sweep/limit-text.ts'
import { lackRemedies, limitOutcomes, type LimitOutcome } from '../sweep/limits.ts'
import { evidenceText } from './evidence-text.ts'
import { detailOf } from './point-detail.ts'
import { latenciesOf, throughputsOf } from './point-figures.ts'
import type { ReportPoint } from './report.ts'
import type { ReportedRun } from './report-source.ts'

export type PointPlace = Readonly<{
  number: number
  arm: number
  repeat: number
  environment: number
  percentiles: readonly (number | null)[]
  limits: readonly SweepLimit[]
  calibrations: readonly Calibration[]
}>

export function reportPoint(
  reported: ReportedRun,
  { number, arm, repeat, environment, percentiles, limits, calibrations }: PointPlace,
): ReportPoint {
  const { run, distributions } = reported
  const { summary, config } = run
  return {
    ...{ number, arm, repeat, environment, name: run.name, runId: run.id, status: run.status },
    rate: isKnown(run, 'requestRate') ? config.requestRate : null,
    concurrency: isKnown(run, 'maxConcurrency') ? config.maxConcurrency : null,
    marks: marksOf(run),
    failure: run.failure?.message ?? null,
    startedAtEpochMs: run.startedAtEpochMs,
    durationS: summary?.durationS ?? null,
    completed: summary?.completed ?? null,
    failed: summary?.failed ?? null,
    requestGoodput: summary?.requestGoodput ?? null,
    throughputs: summary && throughputsOf(summary),
    latencies: summary === null ? {} : latenciesOf({ summary, distributions }, percentiles),
    ...judged(run, calibrations),
    limits: summary === null ? [] : limitOutcomes(limits, { summary }).map(writtenOutcome),
    errors: summary?.errors ?? [],
    client: summary === null ? [] : clientNote({ config, summary }),
    commands: {
      vllm: equivalentCommand(config),
      kneepoint: equivalentCommand(config, 'kneepoint'),
    },
    detail: detailOf(reported),
  }
}

function marksOf({ status, facts, imported }: Run): string[] {
  return [
    ...(status === 'completed' ? [] : [status]),
    ...(facts?.simulated === true ? ['simulated'] : []),
    ...(imported === null ? [] : ['imported']),
  ]
}

/** Of an imported run that does not say what was asked, nobody can tell what it is worth. */
function judged(run: Run, all: readonly Calibration[]): Pick<ReportPoint, 'verdict' | 'doubts'> {
  const { config, summary, status } = run
  if (summary === null || !isKnown(run, 'requestRate')) return { verdict: null, doubts: [] }
  const calibrations = run.imported === null ? all : []
  const { code, doubts } = verdictOf({ config, summary, status, calibrations })
  return {
    verdict: code,
    doubts: doubts.map((doubt) => ({
      code: doubt.code,
      evidence: evidenceText(doubt.evidence),
      advice: doubtAdvice[doubt.code],
    })),
  }
}

function writtenOutcome(outcome: LimitOutcome): ReportPoint['limits'][number] {
  const { limit, value, held, lack } = outcome
  const asked = limitText(limit)
  if (lack !== null) return { held, text: `${asked}: not known. ${lackRemedies[lack]}` }
  if (value === null) return { held, text: `${asked}: nothing was answered` }
  return { held, text: `${asked}: ${valueText(outcome)}` }
}
