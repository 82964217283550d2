// A sweep in a report: its plan, the findings of its searches, and its log.
import { isLatency } from '#core/metrics/figures.ts'
import { statisticName } from '#core/metrics/latencies.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import type { SweepLimit } from '#core/model/sweep-limit.ts'
import type { Sweep, SweepPlan } from '#core/model/sweep.ts'
import { listed } from '../messages/joined.ts'
import { message, type Message, type Text } from '../messages/message.ts'
import { answerDetails, sweepAnswers } from '../answers/sweep-answers.ts'
import type { Run } from '../model/run/run.ts'
import { tuneStoryOf } from '../report/tune-story.ts'
import { answersLimitText } from '../answers/tune-text.ts'
import { summariesOf, tuneReportOf } from '#core/tune/tune-report.ts'
import { endsText } from '#core/sweep/knee-text.ts'
import { limitText } from '../sweep/limit-text.ts'
import { flagsOf } from '../sweep/configurations.ts'
import { logText } from '../report/log-text.ts'
import type { ReportedSweep } from './report-source.ts'
import type { ReportLimit, ReportSweep } from './report.ts'

export function reportSweep({ sweep, log }: ReportedSweep, runs: readonly Run[]): ReportSweep {
  const { plan, status, createdAtEpochMs } = sweep
  const summaries = summariesOf(sweep, runs)
  const found = tuneReportOf({ sweep, summaries, log })
  const tune = found && tuneStoryOf(found, plan)
  return {
    name: plan.name,
    status,
    createdAtEpochMs,
    about: aboutPlan(sweep),
    limits: [...plan.limits.map(reportLimit), ...answersLimit(plan)],
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

function answersLimit({ tune }: SweepPlan): ReportLimit[] {
  const text = tune === null ? null : answersLimitText(tune)
  return text === null ? [] : [{ text, latency: null }]
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
