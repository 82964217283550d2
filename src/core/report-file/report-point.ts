// One run as a point of a report: its metrics, their reliability, and the commands that repeat it.
import { runAnswer } from '#core/answers/run-answer.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { judgementText, reasonAdvice, reasonText } from '#core/judgement/reason-text.ts'
import { message } from '#core/messages/message.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import type { Run } from '../model/run/run.ts'
import { isKnown } from '../model/run/import-source.ts'
import type { SweepLimit } from '#core/model/sweep-limit.ts'
import { equivalentCommand } from '../command-line/equivalent-command.ts'
import { clientStanding } from '../report/client-note.ts'
import { runWarnings } from '../report/run-warnings.ts'
import { stageTable } from '../documents/stage-table.ts'
import { targetTable } from '../documents/target-table.ts'
import { undecidedText, valueText } from '../documents/limits-text.ts'
import { limitText } from '../sweep/limit-text.ts'
import { lackRemedy, type LimitOutcome, limitOutcomes } from '../sweep/limits.ts'
import { costsOf, detailOf, latenciesOf, throughputsOf } from './point-detail.ts'
import type { PointMark, ReportPoint } from './report.ts'
import type { ReportedRun } from './report-source.ts'
import { turnTable } from '../documents/turn-table.ts'
import { genuineFailures } from '../stats/genuine-failures.ts'

type PointPlace = Readonly<{
  number: number
  configuration: number
  repeat: number
  environment: number
  percentiles: readonly (number | null)[]
  limits: readonly SweepLimit[]
}>

export function reportPoint(
  reported: ReportedRun,
  { number, configuration, repeat, environment, percentiles, limits }: PointPlace,
): ReportPoint {
  const { run, distributions } = reported
  const { summary, config } = run
  return {
    number,
    configuration,
    repeat,
    environment,
    name: run.name,
    runId: run.id,
    status: run.status,
    rate: isKnown(run, 'requestRate') ? config.requestRate : null,
    concurrency: isKnown(run, 'maxConcurrency') ? config.maxConcurrency : null,
    held: heldBy(config),
    marks: marksOf(run),
    failure: run.failure?.message ?? null,
    warnings: runWarnings(run),
    startedAtEpochMs: run.startedAtEpochMs,
    durationS: summary?.durationS ?? null,
    completed: summary?.completed ?? null,
    failed: summary && genuineFailures(summary),
    rejected: summary?.rejected ?? null,
    clientCancelled: summary?.clientCancelled ?? null,
    requestGoodput: summary?.requestGoodput ?? null,
    throughputs: summary && throughputsOf(summary),
    costs: costsOf(summary),
    latencies: summary === null ? {} : latenciesOf({ summary, distributions }, percentiles),
    ...judged(run),
    limits: summary === null ? [] : limitOutcomes(limits, { config, summary }).map(writtenOutcome),
    errors: summary?.errors ?? [],
    client: summary && clientStanding({ config, summary }),
    commands: {
      vllm: equivalentCommand(config),
      kneepoint: equivalentCommand(config, 'kneepoint'),
    },
    targets: summary && targetTable({ config, summary }, number),
    stages: summary && stageTable(summary, number),
    turns: summary && turnTable(summary.conversations),
    detail: detailOf(reported),
  }
}

function marksOf({ status, facts, imported }: Run): PointMark[] {
  return [
    ...(status === 'completed' ? [] : [status]),
    ...(facts?.simulated === true ? (['simulated'] as const) : []),
    ...(imported === null ? [] : (['imported'] as const)),
  ]
}

type PointJudgement = Pick<
  ReportPoint,
  'answer' | 'notes' | 'grade' | 'reasons' | 'judgement' | 'isSaturated'
>

function judged(run: Run): PointJudgement {
  const judgement = judgeRun(run)
  const answer = runAnswer(run)
  return {
    answer: answer && answer.line,
    notes: answer?.notes ?? [],
    grade: judgement?.grade ?? null,
    reasons: (judgement?.reasons ?? []).map((reason) => ({
      code: reason.code,
      evidence: reasonText(reason),
      advice: reasonAdvice(reason),
    })),
    judgement: judgementText(judgement),
    isSaturated: judgement?.isSaturated ?? false,
  }
}

function writtenOutcome(outcome: LimitOutcome): ReportPoint['limits'][number] {
  const { limit, value, state, lack } = outcome
  const held = state === 'held' ? true : state === 'broken' ? false : null
  const asked = limitText(limit)
  if (lack !== null) {
    return { held, text: message('report.limit.lack', { limit: asked, remedy: lackRemedy(lack) }) }
  }
  if (value === null) return { held, text: message('report.limit.unanswered', { limit: asked }) }
  const undecided = undecidedText(outcome)
  if (undecided !== null) return { held, text: undecided }
  return { held, text: message('common.at', { place: asked, text: valueText(outcome) }) }
}
