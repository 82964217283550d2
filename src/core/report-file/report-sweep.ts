// A sweep in a report: what was asked, what its searches found, and what happened in which order.
import { statisticName } from '#core/metrics/latencies.ts'
import type { SweepLimit } from '../model/sweep/sweep-limit.ts'
import type { Sweep, SweepPlan } from '../model/sweep/sweep.ts'
import { inEnglish } from '../messages/message.ts'
import { answerDetails } from '../answers/answer-lines.ts'
import { sweepAnswers } from '../answers/sweep-answers.ts'
import type { Run } from '../model/run/run.ts'
import { limitText } from '../sweep/limit-text.ts'
import { flagsOf } from '../sweep/configuration-name.ts'
import { logText } from '../sweep/log-text.ts'
import type { ReportedSweep } from './report-source.ts'
import type { ReportLimit, ReportSweep } from './report.ts'

export function reportSweep({ sweep, log }: ReportedSweep, runs: readonly Run[]): ReportSweep {
  const { plan, status, createdAtEpochMs } = sweep
  return {
    name: plan.name,
    status,
    createdAtEpochMs,
    about: aboutPlan(sweep),
    limits: plan.limits.map(reportLimit),
    answers: sweepAnswers(sweep, runs).map((answer) => ({
      configuration: answer.name,
      text: inEnglish(answer.line),
      details: answerDetails(answer).map(inEnglish),
      advice: answer.advice === null ? null : inEnglish(answer.advice),
    })),
    log: log.map((entry) => ({ atEpochMs: entry.atEpochMs, text: inEnglish(logText(entry)) })),
  }
}

function reportLimit(limit: SweepLimit): ReportLimit {
  const text = limitText(limit)
  if (limit.kind !== 'latency') return { text, latency: null }
  const { metric, percentile, mostMs } = limit
  return { text, latency: { metric, statistic: statisticName(percentile), mostMs } }
}

/** Sentences without a full stop. */
function aboutPlan({ plan, servers, points }: Sweep): string[] {
  const { axes, repeats, order, secondsPerPoint, warmUpS, coolDownS, resetsCaches } = plan
  return [
    servers.length === 1
      ? `On ${servers[0]?.name ?? 'one server'}`
      : `On ${servers.length} servers: ${servers.map(({ name }) => name).join(', ')}`,
    loadsText(plan),
    ...axes.map(
      ({ name, settings }) =>
        `${name}: ${settings.map((setting) => flagsText(flagsOf(setting))).join(' | ')}`,
    ),
    `${points.length} points, ${repeats === 1 ? 'each measured once' : `each measured ${repeats} times`}, in ${order} order`,
    ...(secondsPerPoint === null ? [] : [`${secondsPerPoint} s of load per point`]),
    ...(warmUpS === 0 ? [] : [`Warmed up for ${warmUpS} s at the load of each point`]),
    ...(coolDownS === 0 ? [] : [`Rested ${coolDownS} s between points`]),
    resetsCaches
      ? 'Caches reset between points, where the server can'
      : 'Caches kept between points',
  ]
}

function loadsText({ search, requestRates, maxConcurrencies }: SweepPlan): string {
  if (search !== null) {
    const { kind, over, from, upTo, mostRuns } = search
    const unit = over === 'requestRate' ? 'requests per second' : 'requests in flight'
    return `Searched for ${kind === 'curve' ? 'the knee' : 'the capacity'} from ${from} to ${upTo} ${unit}, in at most ${mostRuns} runs`
  }
  const limits = maxConcurrencies.map((limit) => limit ?? 'none').join(', ')
  const rates = `Request rates ${requestRates.join(', ')}`
  return limits === 'none' ? rates : `${rates} × concurrency limits ${limits}`
}

function flagsText(flags: ReadonlyMap<string, string>): string {
  return [...flags].map(([name, value]) => `${name} ${value}`).join(', ') || 'default'
}
