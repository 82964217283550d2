// A sweep in a report: its plan, the findings of its searches, and its log.
import { isLatency } from '#core/metrics/figures.ts'
import { statisticName } from '#core/metrics/latencies.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import type { Sweep, SweepLimit, SweepPlan } from '#core/model/sweep.ts'
import { failureContent, listed, message, type Message, type Text } from '../messages/message.ts'
import { answerDetails, sweepAnswers } from '../answers/sweep-answers.ts'
import type { Run } from '../model/run/run.ts'
import { summariesOf } from '#core/sweep/sweep-move.ts'
import { endsText } from '#core/sweep/knee-text.ts'
import { limitText } from '../sweep/limit-text.ts'
import { flagsOf } from '../sweep/configurations.ts'
import { tuningReports } from '../report/feature-reports.ts'
import { logText } from '../report/log-text.ts'
import type {
  PointMark,
  ReportedRun,
  ReportedSweep,
  ReportLimit,
  ReportPoint,
  ReportSweep,
} from './report.ts'
import { runAnswer } from '#core/answers/run-answer.ts'
import { keptFactors } from '#core/judgement/kept-throughput.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { judgementText, reasonAdvice, reasonText } from '#core/judgement/reason-text.ts'
import { isKnown } from '../model/run/import-source.ts'
import { equivalentCommand } from '../command-line/equivalent-command.ts'
import { clientStanding } from '../report/client-note.ts'
import { runWarnings } from '../report/run-warnings.ts'
import { partTables } from '#core/report/console/run-parts.ts'
import { undecidedText, valueText } from '../documents/limits-text.ts'
import { lackRemedy, type LimitOutcome, limitOutcomes } from '../sweep/limits.ts'
import { costsOf, detailOf, latenciesOf, throughputsOf } from './point-detail.ts'
import { turnTable } from '../documents/turn-table.ts'
import { genuineFailures } from '../stats/genuine-failures.ts'

export function reportSweep({ sweep, log }: ReportedSweep, runs: readonly Run[]): ReportSweep {
  const { plan, status, createdAtEpochMs } = sweep
  const summaries = summariesOf(sweep, runs)
  const tune = tuningReports?.story({ sweep, summaries, log }) ?? null
  return {
    name: plan.name,
    status,
    createdAtEpochMs,
    about: aboutPlan(sweep),
    limits: [
      ...plan.limits.map(reportLimit),
      ...(tuningReports?.limits(plan) ?? []).map((text) => ({ text, latency: null })),
    ],
    answers:
      tune === null
        ? sweepAnswers(sweep, runs).map((answer) => ({
            configuration: answer.name,
            text: answer.line,
            details: answerDetails(answer),
            advice: answer.advice,
          }))
        : [{ configuration: '', text: tune.answer, details: tune.notes, advice: tune.advice }],
    tune,
    log: log.map((entry) => ({ atEpochMs: entry.atEpochMs, text: logText(entry, plan.config) })),
  }
}

function reportLimit(limit: SweepLimit): ReportLimit {
  const text = limitText(limit)
  const { name: metric, percentile, bound: mostMs } = limit
  if (!isLatency(metric)) return { text, latency: null }
  return { text, latency: { metric, statistic: statisticName(percentile), mostMs } }
}

function aboutPlan({ plan, servers, points }: Sweep): Text[] {
  const { axes, repeats, order, secondsPerPoint, warmUpS, coolDownS, resetsCaches } = plan
  const count = points.length
  return [
    serversText(servers.map(({ name }) => name)),
    loadsText(plan),
    ...axes.map(({ name, settings }) =>
      message('common.at', { place: name, text: alternatives(settings.map(flagsOf)) }),
    ),
    repeats === 1
      ? message(`report.measuredOnce.${order}`, { points: count })
      : message(`report.repeated.${order}`, { points: count, repeats }),
    ...(secondsPerPoint === null
      ? []
      : [message('report.secondsPerPoint', { seconds: secondsPerPoint })]),
    ...(warmUpS === 0 ? [] : [message('report.warmUp', { seconds: warmUpS })]),
    ...(coolDownS === 0 ? [] : [message('report.coolDown', { seconds: coolDownS })]),
    message(resetsCaches ? 'report.cachesReset' : 'report.cachesKept'),
  ]
}

function serversText(names: readonly string[]): Message {
  const [name, ...others] = names
  return name !== undefined && others.length === 0
    ? message('report.onServer', { name })
    : message('report.onServers', { count: names.length, names: listed(names) })
}

function loadsText({ search, requestRates, maxConcurrencies, config }: SweepPlan): Message {
  if (search !== null) {
    const { kind, over, from, upTo, mostRuns: runs } = search
    const sought = kind === 'curve' ? 'searchedKnee' : 'searchedCapacity'
    const range = endsText(over, { low: from, high: upTo }, heldBy(config))
    return message(`report.${sought}`, { range, runs })
  }
  const rates = listed(requestRates.map(String))
  const [limit, ...others] = maxConcurrencies
  if (limit === null && others.length === 0) return message('report.rates', { rates })
  const limits = listed(
    maxConcurrencies.map((each) => (each === null ? message('tables.none') : String(each))),
  )
  return message('report.ratesAndLimits', { rates, limits })
}

/** `--max-num-seqs 8 | --max-num-seqs 16` */
function alternatives(settings: readonly ReadonlyMap<string, string>[]): Text {
  const [first = '', ...others] = settings.map(flagsText)
  return others.reduce<Text>(
    (before, next) => message('common.alternative', { first: before, second: next }),
    first,
  )
}

function flagsText(flags: ReadonlyMap<string, string>): Text {
  if (flags.size === 0) return message('report.defaultFlags')
  return listed([...flags].map(([name, value]) => `${name} ${value}`))
}

type PointPlace = Readonly<{
  number: number
  configuration: number
  repeat: number
  environment: number
  percentiles: readonly (number | null)[]
  limits: readonly SweepLimit[]
}>

/** One run as a point of a report: its metrics, their reliability, and the commands that repeat it. */
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
    failure: run.failure && failureContent(run.failure).message,
    warnings: runWarnings(run),
    startedAtEpochMs: run.startedAtEpochMs,
    durationS: summary?.durationS ?? null,
    completed: summary?.completed ?? null,
    failed: summary && genuineFailures(summary),
    rejected: summary?.rejected ?? null,
    clientCancelled: summary?.clientCancelled ?? null,
    requestGoodput: summary?.requestGoodput ?? null,
    throughputs: summary && throughputsOf(summary),
    kept: summary && keptFactors({ ...run, summary }),
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
    parts:
      summary === null
        ? []
        : partTables({ config, summary }).map(({ table, titleAt }) => ({
            ...table,
            title: titleAt(number),
          })),
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
