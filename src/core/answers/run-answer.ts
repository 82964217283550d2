// Conclusion of a run about the server, in one line: whether it kept pace, was saturated, or why the run is unusable.
import { formatNumber } from '#core/base/numbers.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { Judgement, Reason } from '#core/model/run/judgement.ts'
import { throughputFigure } from '#core/judgement/known-figures.ts'
import { plainNumber } from '#core/judgement/client-verdict.ts'
import { reasonText } from '#core/judgement/reason-text.ts'
import { dotted, listed, message, type Message, type Text } from '#core/messages/message.ts'
import { changesRate, heldBy } from '#core/traits/load-traits.ts'
import type { Run } from '../model/run/run.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import { overloadOf } from '#core/stats/carried-rate.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { genuineFailures } from '../stats/genuine-failures.ts'
import { heldText } from '#core/sweep/knee-text.ts'
import { type AnswerFeature, gradeTones, type NotedRun, type RunAnswer } from './answer.ts'
import * as features from './features.ts'
import { latencyName } from './load-text.ts'

export type AnsweredRun = Pick<Run, 'config'> &
  Partial<Pick<Run, 'imported' | 'launch' | 'status'>> &
  Readonly<{ summary: RunSummary | null }>

/** Null while the run is in progress. */
export function runAnswer(run: AnsweredRun): RunAnswer | null {
  const { summary, status = 'completed' } = run
  if (status === 'preparing' || status === 'running') return null
  if (summary === null) {
    const isCancelled = status === 'cancelled'
    return {
      tone: isCancelled ? 'idle' : 'bad',
      line: message(isCancelled ? 'answers.run.cancelledEarly' : 'answers.run.failedEarly'),
      notes: [],
    }
  }
  const notes = [...featureNotes(run), ...cacheNotes(run)]
  const judgement = judgeRun({ ...run, summary })
  if (judgement === null) return { tone: 'idle', line: throughputLine(summary), notes }
  const tone = gradeTones[judgement.grade]
  return { tone, line: judgedLine(judgement, { ...run, status, summary }), notes }
}

type SummarizedRun = AnsweredRun & Readonly<{ summary: RunSummary; status: Run['status'] }>

function judgedLine(judgement: Judgement, run: SummarizedRun): Message {
  const { config, summary, status } = run
  const unusable = unusableLine(judgement)
  if (status === 'cancelled') {
    const cancelled = cancelledLine(summary)
    // A run without responses or failures needs no sentence.
    const isAll = summary.completed === 0 && genuineFailures(summary) === 0
    return unusable === null || isAll
      ? cancelled
      : dotted(cancelled, [message('common.clause', { text: unusable })])
  }
  if (unusable !== null) return unusable
  const rates = ratesOf(run, judgement)
  const overload = overloadOf(summary.certainty)
  if (overload !== null) {
    const { carriedPerS, carriedLowPerS: low, carriedHighPerS: high } = overload
    const rate = estimatedText(carriedPerS, { low, high })
    return dotted(message('answers.run.overtaken', { rate }), [plannedLine(run)])
  }
  if (judgement.isSaturated) {
    const full = fullLine(run)
    if (full !== null) return dotted(full, [message('answers.run.rates', rates)])
    const peak = summary.peakConcurrency
    const urls = judgement.reasons.find(({ code }) => code === 'saturated')?.evidence['behindUrls']
    const behind =
      urls === undefined
        ? message('answers.run.behind', rates)
        : message('answers.run.urlsBehind', { ...rates, urls })
    return peak === null ? behind : dotted(behind, [message('answers.run.peak', { count: peak })])
  }
  if (judgement.isHeldBack)
    return message('answers.run.heldBack', {
      ...rates,
      held: heldText(heldBy(config), config.maxConcurrency ?? 0),
    })
  if (judgement.pace === 'kept') return message('answers.run.keptUp', rates)
  if (judgement.pace === 'not-known') {
    return run.imported
      ? message('answers.run.rates', rates)
      : message('answers.run.tooShort', rates)
  }
  const full = hasStandingQueue(summary) ? fullLine(run) : null
  const rate = perSecond(summary.requestThroughput)
  if (full !== null) return dotted(full, [message('answers.run.done', { rate })])
  if (judgement.loadState === 'burst' || changesRate(config))
    return dotted(plannedLine(run), [message('answers.run.done', { rate })])
  return judgement.loadState !== 'changing' && config.maxConcurrency !== null
    ? message('answers.run.closed', { rate, held: heldText(heldBy(config), config.maxConcurrency) })
    : throughputLine(summary)
}

/** A load without a level. */
function plannedLine({ config, summary }: SummarizedRun): Message {
  const { rampUpStrategy, rampUpStartRps: from, rampUpEndRps: to } = config
  const done = { count: summary.completed, seconds: formatNumber(summary.durationS) }
  if (rampUpStrategy !== null)
    return message('answers.run.ramp', { ...done, from: from ?? 0, to: to ?? 0 })
  return message(changesRate(config) ? 'answers.run.series' : 'answers.run.atOnce', done)
}

/** Null if the values describe the server. */
function unusableLine({ grade, reasons: [worst] }: Judgement): Message | null {
  return grade === 'not-usable' && worst !== undefined
    ? message('answers.run.notUsable', { why: firstSentence(worst) })
    : null
}

function cancelledLine({ completed, requestThroughput }: RunSummary): Message {
  return completed === 0
    ? message('answers.run.cancelledEarly')
    : message('answers.run.cancelled', { count: completed, rate: perSecond(requestThroughput) })
}

/** Evidence without the limit that it broke. */
function firstSentence(reason: Reason): Text {
  const text = reasonText(reason)
  const whole = typeof text === 'string' ? text : leftmost(text)
  return message('common.clause', { text: whole })
}

function leftmost(text: Message): Text {
  const [criterion, first] = [text.params['criterion'], text.params['first']]
  if (text.id === 'common.two' && first !== undefined && typeof first !== 'number')
    return typeof first === 'string' ? first : leftmost(first)
  return criterion === undefined || typeof criterion === 'number' ? text : criterion
}

type Rates = Readonly<{ done: Text; asked: string }>

/** Rates without the wait for the last responses at the end of a run. */
function ratesOf(
  { config, summary, imported }: SummarizedRun,
  { reasons, pace, isSaturated }: Judgement,
): Rates {
  const rate = summary.certainty?.rate ?? null
  const behind =
    reasons.find(({ code }) => code === 'saturated' || code === 'held-back')?.evidence ?? {}
  const configured = config.requestRate === 'inf' ? 0 : config.requestRate
  const figure = (name: string) => (typeof behind[name] === 'number' ? behind[name] : null)
  const asked = imported ? configured : (figure('askedPerS') ?? rate?.asked ?? configured)
  // A load that the server kept has the same rate as in tables and curves.
  const steady = pace === 'kept' ? throughputFigure(summary, 'requestThroughput')?.value : null
  const answered = figure('answeredPerS') ?? steady ?? rate?.answered ?? summary.requestThroughput
  // An excess of responses is an edge effect of the run, so cap it at the requests sent.
  const done = pace === 'kept' ? Math.min(answered, asked) : answered
  return {
    done: isSaturated ? estimated(done, summary) : perSecond(done),
    asked: perSecond(asked),
  }
}

/** A full server serves at its capacity, which the run only estimates. */
function estimated(rate: number, summary: RunSummary): Text {
  const { interval } = throughputFigure(summary, 'requestThroughput') ?? { interval: null }
  return interval === null || rate < interval.low || rate > interval.high
    ? perSecond(rate)
    : estimatedText(rate, interval)
}

function estimatedText(rate: number, interval: Interval): Message {
  const [low, high] = [perSecond(interval.low), perSecond(interval.high)]
  return message('answers.run.estimated', {
    rate: perSecond(rate),
    interval: message('answers.interval', { low, high }),
  })
}

function perSecond(rate: number): string {
  return plainNumber(Number(rate.toPrecision(3)))
}

function hasStandingQueue({ telemetry }: RunSummary): boolean {
  return (telemetry?.server?.requestsWaiting?.mean ?? 0) >= 1
}

/** Null if the server did not report a queue. */
function fullLine({ summary, launch }: SummarizedRun): Message | null {
  const { requestsRunning, requestsWaiting } = summary.telemetry?.server ?? {}
  if (!requestsRunning || !requestsWaiting || requestsWaiting.max < 1) return null
  const values = { running: requestsRunning.max, queued: requestsWaiting.max }
  const slots = slotsIn(launch?.command ?? '')
  return slots === null
    ? message('answers.run.full', values)
    : message('answers.run.fullOf', { ...values, slots })
}

/** `--max-num-seqs` of the command that launched the server. */
function slotsIn(command: string): number | null {
  const [, slots] = /--max[-_]num[-_]seqs[= ]'?(\d+)/.exec(command) ?? []
  return slots === undefined ? null : Number(slots)
}

function throughputLine({ completed, durationS, requestThroughput }: RunSummary): Message {
  return message('answers.run.throughput', {
    count: completed,
    seconds: formatNumber(durationS),
    rate: perSecond(requestThroughput),
  })
}

/** Sentences of features about a run. */
export function featureNotes(run: NotedRun): readonly Message[] {
  return Object.values<AnswerFeature>(features).flatMap(({ ofRun }) => ofRun?.(run) ?? [])
}

const usualPercentile = 90
/** Readings are rounded, and the last few blocks are too small for a request. */
const fullPercent = 99.5

/** Empty if the cache was far from full, or if it was not read and nothing waited. Exported for tests. */
export function cacheNotes({ summary, imported = null }: Omit<AnsweredRun, 'config'>): Message[] {
  const figures = summary?.certainty?.figures.filter(({ metric }) => metric === 'ttft') ?? []
  const { kvCachePercent: used = null, preemptions } = summary?.telemetry?.server ?? {}
  if (used === null) {
    const tails = figures.filter(
      ({ percentile, intervalMs }) => (percentile ?? 0) > usualPercentile && intervalMs !== null,
    )
    const surelyShare = summary?.certainty?.pace?.loadToCapacity?.surelyShare ?? 0
    return imported !== null || surelyShare === 0 || tails.length === 0
      ? []
      : [message('answers.cache.unread', { figures: listed(tails.map(latencyName)) })]
  }
  const hidden = figures.filter(({ isHiddenByCache }) => isHiddenByCache)
  const count = preemptions ?? 0
  if (hidden.length === 0 && used.max < fullPercent && count === 0) return []
  const [mean, most] = [formatNumber(used.mean, 0), formatNumber(used.max, 0)]
  const filled = message('answers.cache.used', { mean, most })
  const use = count === 0 ? filled : message('answers.cache.preempted', { used: filled, count })
  if (hidden.length === 0) return [message('answers.note', { answer: use })]
  const needs = hidden.map((figure) =>
    message('answers.cache.from', { figure: latencyName(figure), count: figure.fewestValues }),
  )
  return [message('answers.cache.hides', { use, figures: listed(needs) })]
}
