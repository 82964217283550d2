// Judgements as messages. Every surface shows these.
import { latencyLabels, metricNames } from '#core/metrics/latencies.ts'
import { listed, message, type Message, sentences, type Text } from '#core/messages/message.ts'
import type { PointJudgement } from './judge-point.ts'
import {
  clientCriteria,
  type ClientCriterion,
  plainMs,
  plainNumber,
  plainShare,
} from './client-verdict.ts'
import type { Judgement, Reason, ReasonCode } from '#core/model/run/judgement.ts'

type Figures = Readonly<Record<string, Text>>
/** Used if the figures it needs are known. */
type Sentence = Readonly<{
  needs: readonly string[]
  lacks?: string
  text: (figures: Figures) => Message
}>

const growing: Sentence = {
  needs: ['inFlightChange', 'latencyChange'],
  text: ({ inFlightChange: inFlight, latencyChange: latency }) =>
    message('judgement.growing', { inFlight, latency }),
}

/** Number of responses, by how much they differ, and one example. */
function otherLengths(what: 'Output' | 'Prompt'): readonly Sentence[] {
  const needs = ['responses', 'completed', 'share', 'request', 'asked', 'given']
  return (['shorter', 'longer'] as const).map((kind) => ({
    needs: [...needs, `${kind}Change`],
    text: ({ responses: count, completed, share, request, asked, given, ...figures }) =>
      message(`judgement.${kind}${what}`, {
        ...{ count, completed, share, request, asked, given },
        change: figures[`${kind}Change`],
      }),
  }))
}

const rejections: Sentence = {
  needs: ['rejected', 'requests', 'share'],
  text: ({ rejected, requests, share }) =>
    message('judgement.rejected', { rejected, requests, share }),
}

const knownPrompts: readonly Sentence[] = [
  { needs: ['hitShare'], text: ({ hitShare }) => message('judgement.known', { hitShare }) },
]

const sentencesOf: Readonly<Record<ReasonCode, readonly Sentence[]>> = {
  'nothing-measured': [
    {
      needs: ['failed'],
      lacks: 'clientCancelled',
      text: ({ failed }) => message('judgement.unanswered', { failed }),
    },
    {
      needs: ['failed', 'clientCancelled'],
      text: ({ failed, clientCancelled: cancelled }) =>
        message('judgement.allCancelled', { failed, cancelled }),
    },
  ],
  errors: [
    {
      needs: ['failed', 'requests', 'share'],
      text: ({ failed, requests, share }) =>
        message('judgement.failed', { failed, requests, share }),
    },
    {
      needs: ['completed'],
      lacks: 'failed',
      text: ({ completed }) => message('judgement.endedEarly', { completed }),
    },
  ],
  'url-failed': [
    {
      needs: ['url', 'failed', 'requests', 'share', 'othersFailed'],
      text: ({ url, failed, requests, share, othersFailed: others }) =>
        message('judgement.urlFailed', { url, failed, requests, share, others }),
    },
  ],
  'urls-unequal': [
    {
      needs: ['metric', 'slowUrl', 'fastUrl', 'slowdown'],
      text: ({ metric, slowUrl: slow, fastUrl: fast, slowdown }) =>
        message('judgement.slowUrl', { metric, slow, fast, slowdown }),
    },
    {
      needs: ['mostUrl', 'leastUrl', 'mostShare', 'leastShare'],
      text: ({ mostUrl, leastUrl, mostShare, leastShare }) =>
        message('judgement.loadedUrl', { mostUrl, leastUrl, mostShare, leastShare }),
    },
  ],
  'client-limited': [
    {
      needs: ['criterion', 'limit'],
      lacks: 'keptRateShare',
      text: ({ criterion, limit }) => message('judgement.ownAccount', { criterion, limit }),
    },
    {
      needs: ['criterion', 'limit', 'keptRateShare'],
      text: ({ criterion, limit }) => message('judgement.kept', { criterion, limit }),
    },
    {
      needs: ['overloadedAtStreams'],
      text: ({ overloadedAtStreams: streams, overloadedAtEventsPerS: events }) =>
        message('judgement.overloaded', { streams, events }),
    },
  ],
  'cache-polluted': knownPrompts,
  'cache-hits': knownPrompts,
  'output-length': otherLengths('Output'),
  'prompt-length': otherLengths('Prompt'),
  'other-model': [
    {
      needs: ['responses', 'completed', 'share', 'model'],
      text: ({ responses: count, completed, share, model }) =>
        message('judgement.otherModel', { count, completed, share, model }),
    },
  ],
  'unexplained-end': [
    {
      needs: ['responses', 'completed', 'share', 'request'],
      text: ({ responses: count, completed, share, request }) =>
        message('judgement.unexplainedEnd', { count, completed, share, request }),
    },
  ],
  uncounted: [
    {
      needs: ['uncounted', 'completed', 'share'],
      text: ({ uncounted: count, completed, share }) =>
        message('judgement.uncounted', { count, completed, share }),
    },
    {
      needs: ['events', 'tokens'],
      text: ({ events, tokens }) => message('judgement.moreEvents', { events, tokens }),
    },
  ],
  buffered: [
    {
      needs: ['responses', 'completed', 'share', 'eventsPerBurst', 'silenceMs'],
      text: ({ responses: count, completed, share, eventsPerBurst: events, silenceMs: silence }) =>
        message('judgement.buffered', { count, completed, share, events, silence }),
    },
  ],
  rejected: [rejections],
  censored: [
    {
      needs: ['clientCancelled', 'requests', 'share'],
      text: ({ clientCancelled: cancelled, requests, share }) =>
        message('judgement.censored', { cancelled, requests, share }),
    },
  ],
  saturated: [
    {
      needs: ['askedPerS', 'answeredPerS'],
      text: ({ askedPerS: asked, answeredPerS: answered }) =>
        message('judgement.behind', { asked, answered }),
    },
    growing,
    rejections,
  ],
  'held-back': [
    {
      needs: ['askedPerS', 'answeredPerS', 'limit'],
      text: ({ askedPerS: asked, answeredPerS: answered, limit }) =>
        message('judgement.heldBack', { asked, answered, limit }),
    },
  ],
  cancelled: [
    {
      needs: ['completed', 'cutOff'],
      text: ({ completed, cutOff }) => message('judgement.cancelled', { completed, cutOff }),
    },
  ],
  'not-steady': [
    growing,
    {
      needs: ['paceChange'],
      text: ({ paceChange: change }) => message('judgement.paceChanged', { change }),
    },
    {
      needs: ['steadyShare', 'requestsStarted'],
      text: ({ steadyShare: share, requestsStarted: count }) =>
        message('judgement.shortlySteady', { share, count }),
    },
    {
      needs: ['steadyShare'],
      lacks: 'requestsStarted',
      text: () => message('judgement.neverSteady'),
    },
  ],
  'pace-unsure': [
    {
      needs: ['latenessShare'],
      text: ({ latenessShare: lateness }) => message('judgement.paceUnsure', { lateness }),
    },
    {
      needs: ['limitShare'],
      text: ({ limitShare: share }) => message('judgement.slowing', { share }),
    },
    {
      needs: ['loadShare', 'loadReachShare'],
      text: ({ loadShare: share, loadReachShare: reach }) =>
        message('judgement.nearCapacity', { share, reach }),
    },
    {
      needs: ['wantedS'],
      text: ({ wantedS: seconds }) => message('judgement.longerTells', { seconds }),
    },
  ],
  'read-at-once': [
    {
      needs: ['readAtOnce', 'completed', 'share'],
      text: ({ readAtOnce: count, completed, share }) =>
        message('judgement.readAtOnce', { count, completed, share }),
    },
  ],
  'client-strained': [
    {
      needs: ['criterion', 'limit'],
      text: ({ criterion, limit }) => message('judgement.strained', { criterion, limit }),
    },
  ],
  'limit-missed': [
    {
      needs: ['unusedShare', 'limit'],
      text: ({ unusedShare: share, limit }) => message('judgement.limitMissed', { share, limit }),
    },
  ],
  'late-reads': [
    {
      needs: ['metric', 'percentile'],
      text: ({ percentile, metric, reach }) =>
        message('judgement.lateReads', { percentile, metric, shift: reach }),
    },
  ],
  imprecise: [
    {
      needs: ['metric', 'percentile'],
      text: ({ percentile, metric, reach }) =>
        message('judgement.imprecisePercentile', { percentile, metric, reach }),
    },
    {
      needs: ['metric'],
      lacks: 'percentile',
      text: ({ metric, reach }) => message('judgement.impreciseMean', { metric, reach }),
    },
    {
      needs: ['needed'],
      text: ({ needed }) => message('judgement.impreciseNeeds', { needed }),
    },
  ],
  'too-few-samples': [
    {
      needs: ['percentile', 'fewestRequests', 'requests'],
      text: ({ percentile, fewestRequests: fewest, requests }) =>
        message('judgement.tooFew', { percentile, fewest, requests }),
    },
  ],
}

/** A reason as sentences with its figures. */
export function reasonText({ code, evidence }: Reason): Text {
  const figures = figuresOf(evidence)
  return sentences(
    sentencesOf[code]
      .filter(
        ({ needs, lacks }) =>
          needs.every((name) => name in figures) && !(lacks !== undefined && lacks in figures),
      )
      .map(({ text }) => text(figures)),
  )
}

/** Returns the remedy of a reason. */
export function reasonAdvice({ code, evidence }: Reason): Message {
  const isEndedEarly = code === 'errors' && !('failed' in evidence)
  if (isEndedEarly) return message('judgement.advice.endedEarly')
  const isCancelled = code === 'nothing-measured' && 'clientCancelled' in evidence
  return message(isCancelled ? 'judgement.advice.allCancelled' : `judgement.advice.${code}`)
}

/** Formats a criterion of the client as a sentence. */
export function criterionText(
  { criterion, isOfOne = false }: Readonly<{ criterion: ClientCriterion; isOfOne?: boolean }>,
  value: string,
): Message {
  return message(`judgement.criterion.${isOfOne ? 'latest' : criterion}`, { value })
}

function figuresOf(evidence: Reason['evidence']): Figures {
  const texts = Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => [name, written(name, value)]),
  )
  return { ...texts, ...imprecise(texts), ...slower(texts), ...deciding(texts) }
}

/** Names of figures end with their unit; a figure without a unit is a count. */
function written(name: string, value: number | string): string {
  if (typeof value === 'string') return value
  // A change below a thousandth is none.
  if (name.endsWith('Change')) return plainShare(Math.round(value * 1000) / 1000)
  if (/(Share|Ratio)$|^share$/.test(name)) return plainShare(value)
  if (name.endsWith('Ms')) return plainMs(value)
  return name === 'percentile' ? String(value) : plainNumber(value)
}

function imprecise(texts: Readonly<Record<string, string>>): Figures {
  const metric = metricNames.find((name) => `${name}ReachShare` in texts)
  if (metric === undefined) return {}
  return { metric: latencyLabels[metric], reach: texts[`${metric}ReachShare`] ?? '' }
}

function slower(texts: Readonly<Record<string, string>>): Figures {
  const metric = metricNames.find((name) => `${name}SlowdownShare` in texts)
  if (metric === undefined) return {}
  return { metric: latencyLabels[metric], slowdown: texts[`${metric}SlowdownShare`] ?? '' }
}

function deciding(texts: Readonly<Record<string, string>>): Figures {
  const criterion = clientCriteria.find((name) => `${name}Ms` in texts || `${name}Share` in texts)
  if (criterion === undefined) return {}
  const value = texts[`${criterion}Ms`] ?? texts[`${criterion}Share`] ?? ''
  const limit = texts['limitMs'] ?? texts['limitShare'] ?? ''
  const text = criterionText({ criterion, isOfOne: 'latest' in texts }, value)
  return { criterion: message('common.sentence', { text }), limit }
}

/** "… (1 of 2 runs left out: client-limited)" after the judgement of a load point. */
export function pointText(point: PointJudgement | null): Message {
  const judgement = judgementText(point)
  if (point === null || point.leftOut === 0) return judgement
  const { leftOut, runs } = point
  return message('judgement.withLeftOut', { judgement, leftOut, runs: leftOut + runs })
}

/** "Caution: saturated, too few samples": the grade, then every reason, worst first. Null: "Not judged". */
export function judgementText(
  judgement: Readonly<{
    grade: Judgement['grade']
    reasons: readonly { code: ReasonCode }[]
  }> | null,
): Message {
  if (judgement === null) return message('judgement.notJudged')
  const grade = message(`judgement.grade.${judgement.grade}`)
  const codes = judgement.reasons.map(({ code }) => code)
  return codes.length === 0
    ? grade
    : message('judgement.because', { grade, reasons: reasonsText(codes) })
}

/** "errors, cache-polluted", for use within a sentence. */
export function reasonsText(codes: readonly ReasonCode[]): Text {
  return listed(
    codes.map((code) => message('common.clause', { text: message(`judgement.reason.${code}`) })),
  )
}
