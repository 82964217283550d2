// Judgements as messages. Every surface shows these.
import { latencyLabels, metricNames } from '#core/metrics/latencies.ts'
import { joinedFeatures } from '#core/messages/joined-catalogue.ts'
import { listed, message, type Message, sentences, type Text } from '#core/messages/message.ts'
import * as features from './features.ts'
import { reachText } from './reach-text.ts'
import { type ReasonSentence, says } from './reason-sentence.ts'
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

const growing = says('judgement.growing', { inFlight: 'inFlightChange', latency: 'latencyChange' })

const capacityChanged = says('judgement.capacityChanged', { change: 'capacityChange' })

/** Number of responses, by how much they differ, and one example. */
function otherLengths(what: 'Output' | 'Prompt'): readonly ReasonSentence[] {
  return (['shorter', 'longer'] as const).map((kind) =>
    says(`judgement.${kind}${what}`, {
      ...{ count: 'responses', completed: 'completed', share: 'share', request: 'request' },
      ...{ asked: 'asked', given: 'given', change: `${kind}Change` },
    }),
  )
}

const rejections = [
  says('judgement.rejected', ['rejected', 'requests', 'share']),
  says('judgement.refused', {
    ...{ refused: 'refused', requests: 'requests', share: 'refusedShare', statuses: 'statuses' },
  }),
]
const rates = { asked: 'askedPerS', answered: 'answeredPerS' } as const
const knownPrompts = [says('judgement.known', ['hitShare'])]
const responses = { count: 'responses', completed: 'completed', share: 'share' } as const

const sentencesOf: Readonly<Record<ReasonCode, readonly ReasonSentence[]>> = {
  'nothing-measured': [
    says('judgement.unanswered', ['failed'], { lacks: 'clientCancelled' }),
    says('judgement.allCancelled', { failed: 'failed', cancelled: 'clientCancelled' }),
  ],
  errors: [
    says('judgement.failed', ['failed', 'requests', 'share']),
    says('judgement.endedEarly', ['completed'], { lacks: 'failed' }),
  ],
  ...joinedFeatures(features, 'sentences'),
  'client-limited': [
    says('judgement.ownAccount', ['criterion', 'limit'], { lacks: 'keptRateShare' }),
    says('judgement.kept', ['criterion', 'limit'], { needs: 'keptRateShare' }),
    says('judgement.overloaded', {
      ...{ streams: 'overloadedAtStreams', events: 'overloadedAtEventsPerS' },
    }),
  ],
  'cache-polluted': knownPrompts,
  'cache-hits': knownPrompts,
  'output-length': otherLengths('Output'),
  'prompt-length': otherLengths('Prompt'),
  'other-model': [says('judgement.otherModel', { ...responses, model: 'model' })],
  'unexplained-end': [says('judgement.unexplainedEnd', { ...responses, request: 'request' })],
  uncounted: [
    says('judgement.uncounted', { ...responses, count: 'uncounted' }),
    says('judgement.moreEvents', ['events', 'tokens']),
  ],
  buffered: [
    says('judgement.buffered', { ...responses, events: 'eventsPerBurst', silence: 'silenceMs' }),
  ],
  rejected: rejections,
  saturated: [
    says('judgement.behind', rates, { lacks: 'conversationsPerS' }),
    says('judgement.conversationsBehind', { ...rates, conversations: 'conversationsPerS' }),
    says('judgement.carried', {
      ...{ most: 'mostPerS', carried: 'carriedPerS' },
      ...{ low: 'carriedLowPerS', high: 'carriedHighPerS' },
    }),
    says('judgement.urlsBehind', {
      ...{ urls: 'behindUrls', asked: 'urlAskedPerS', answered: 'urlAnsweredPerS' },
    }),
    growing,
    capacityChanged,
    ...rejections,
  ],
  'held-back': [says('judgement.heldBack', { ...rates, limit: 'limit' })],
  'parts-lost': [says('judgement.partsLost', ['parts'])],
  cancelled: [says('judgement.cancelled', ['completed', 'cutOff'])],
  'stood-still': [
    says('judgement.stoodStill', {
      ...{ count: 'count', total: 'totalS', longest: 'longestS', from: 'longestAtS' },
    }),
    says('judgement.stoodStillTails', { ttft: 'ttftShare', itl: 'itlShare' }),
    says('judgement.stoodStillTtft', { share: 'ttftShare' }, { lacks: 'itlShare' }),
    says('judgement.stoodStillItl', { share: 'itlShare' }, { lacks: 'ttftShare' }),
  ],
  'not-steady': [
    growing,
    says('judgement.paceChanged', { change: 'paceChange' }),
    capacityChanged,
    says('judgement.shortlySteady', { share: 'steadyShare', count: 'requestsStarted' }),
    says('judgement.neverSteady', [], { needs: 'steadyShare', lacks: 'requestsStarted' }),
  ],
  'pace-unsure': [
    says('judgement.paceUnsure', { lateness: 'latenessShare' }),
    says('judgement.slowing', { share: 'limitShare' }),
    says('judgement.nearCapacity', { share: 'loadShare', reach: 'loadReachShare' }),
    says('judgement.urlUnsure', { url: 'unsureUrl' }),
    says('judgement.longerTells', { seconds: 'wantedS' }),
  ],
  'read-at-once': [says('judgement.readAtOnce', { ...responses, count: 'readAtOnce' })],
  'client-strained': [says('judgement.strained', ['criterion', 'limit'])],
  'limit-missed': [says('judgement.limitMissed', { share: 'unusedShare', limit: 'limit' })],
  'late-reads': [says('judgement.lateReads', ['percentile', 'metric', 'shift'])],
  imprecise: [
    says('judgement.imprecisePercentile', ['percentile', 'metric', 'reach']),
    says('judgement.impreciseMean', ['metric', 'reach'], { lacks: 'percentile' }),
    says('judgement.impreciseNeeds', ['needed']),
  ],
  'too-few-samples': [
    says('judgement.tooFew', {
      ...{ percentile: 'percentile', fewest: 'fewestRequests', requests: 'requests' },
    }),
  ],
}

/** A reason as sentences with its figures. */
export function reasonText({ code, evidence }: Reason): Text {
  const known = figuresOf(evidence)
  return sentences(
    sentencesOf[code]
      .filter(({ figures, needs, lacks }) => {
        const needed = [...Object.values(figures), ...(needs === undefined ? [] : [needs])]
        return needed.every((name) => name in known) && !(lacks !== undefined && lacks in known)
      })
      .map(({ id, figures }) => ({
        id,
        params: Object.fromEntries(
          Object.entries(figures).map(([parameter, name]) => [parameter, known[name] ?? '']),
        ),
      })),
  )
}

/** Returns the remedy of a reason. */
export function reasonAdvice({ code, evidence }: Reason): Message {
  const isEndedEarly = code === 'errors' && !('failed' in evidence)
  if (isEndedEarly) return message('judgement.advice.endedEarly')
  const isFull = code === 'saturated' && ('refused' in evidence || 'rejected' in evidence)
  if (isFull || (code === 'rejected' && 'refused' in evidence))
    return message('judgement.advice.refused')
  if (code === 'saturated' && 'capacityChange' in evidence)
    return message('judgement.advice.not-steady')
  if (code === 'saturated' && 'behindUrls' in evidence)
    return message('judgement.advice.urlsBehind')
  if (code === 'saturated' && 'carriedPerS' in evidence) return message('judgement.advice.carried')
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
  return { ...texts, ...imprecise(evidence), ...slower(texts), ...deciding(texts) }
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

function imprecise(evidence: Reason['evidence']): Figures {
  const metric = metricNames.find((name) => `${name}ReachShare` in evidence)
  if (metric === undefined) return {}
  const share = Number(evidence[`${metric}ReachShare`])
  return { metric: latencyLabels[metric], reach: reachText(share), shift: plainShare(share) }
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
