// One run as a point of a report: its figures, what they are worth, how to have them again.
import { runAnswer } from '#core/answers/run-answer.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { judgementText, reasonAdvice, reasonText } from '#core/judgement/reason-text.ts'
import { inEnglish } from '#core/messages/message.ts'
import { isKnown } from '../model/run/import-source.ts'
import type { Run } from '../model/run/run.ts'
import type { SweepLimit } from '../model/sweep/sweep-limit.ts'
import { equivalentCommand } from '../report/equivalent-command.ts'
import { clientNote } from '../report/notes/client-note.ts'
import { valueText } from '../report/tables/limits-text.ts'
import { limitText } from '../sweep/limit-text.ts'
import { lackRemedies, limitOutcomes, type LimitOutcome } from '../sweep/limits.ts'
import { detailOf } from './point-detail.ts'
import { latenciesOf, throughputsOf } from './point-figures.ts'
import type { ReportPoint } from './report.ts'
import type { ReportedRun } from './report-source.ts'

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
    marks: marksOf(run),
    failure: run.failure?.message ?? null,
    startedAtEpochMs: run.startedAtEpochMs,
    durationS: summary?.durationS ?? null,
    completed: summary?.completed ?? null,
    failed: summary?.failed ?? null,
    requestGoodput: summary?.requestGoodput ?? null,
    throughputs: summary && throughputsOf(summary),
    latencies: summary === null ? {} : latenciesOf({ summary, distributions }, percentiles),
    ...judged(run),
    limits: summary === null ? [] : limitOutcomes(limits, { summary }).map(writtenOutcome),
    errors: summary?.errors ?? [],
    client: summary === null ? [] : clientNote({ config, summary }).map(inEnglish),
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

type Judged = Pick<ReportPoint, 'answer' | 'grade' | 'reasons' | 'judgement' | 'isSaturated'>

function judged(run: Run): Judged {
  const judgement = judgeRun(run)
  const answer = runAnswer(run)
  return {
    answer: answer && inEnglish(answer.line),
    grade: judgement?.grade ?? null,
    reasons: (judgement?.reasons ?? []).map((reason) => ({
      code: reason.code,
      evidence: inEnglish(reasonText(reason)),
      advice: inEnglish(reasonAdvice(reason)),
    })),
    judgement: inEnglish(judgementText(judgement)),
    isSaturated: judgement?.isSaturated ?? false,
  }
}

function writtenOutcome(outcome: LimitOutcome): ReportPoint['limits'][number] {
  const { limit, value, held, lack } = outcome
  const asked = limitText(limit)
  if (lack !== null) return { held, text: `${asked}: not known. ${lackRemedies[lack]}` }
  if (value === null) return { held, text: `${asked}: nothing was answered` }
  return { held, text: `${asked}: ${valueText(outcome)}` }
}
