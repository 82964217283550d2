// What a search found, in one sentence, and what to do where that is not enough. The same on every surface.
import { reasonsText } from '#core/judgement/reason-text.ts'
import { clauses, sentences } from '#core/messages/joined.ts'
import { message, type Message, type Text } from '#core/messages/message.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import type {
  CapacityAnswer,
  CurveAnswer,
  SearchAnswer,
  SearchEnding,
} from '#core/model/sweep/sweep-search.ts'
import type { SweepLimit } from '#core/model/sweep/sweep-limit.ts'
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import { kneeText } from '../knee/knee-text.ts'

/** Without a full stop: a clause to name a server in front of. */
export function answerText(answer: SearchAnswer, limits: readonly SweepLimit[]): Message {
  const found = answer.kind === 'capacity' ? capacityParts(answer, limits) : curveParts(answer)
  return message('searches.answer', {
    found: clauses(found),
    runs: message('searches.runs', { count: answer.runs }),
    ending: message(`searches.ending.${answer.ending}`),
  })
}

const loadNames = { requestRate: 'request-rate', maxConcurrency: 'max-concurrency' } as const

/** `A100, max-concurrency: max 104, ….`; `configuration` is empty where there is one only. */
export function answerSentence(
  answer: SearchAnswer,
  { search, limits }: Pick<SweepPlan, 'search' | 'limits'>,
  configuration = '',
): Message {
  const over = search === null ? '' : loadNames[search.over]
  const name = [configuration, over].filter((part) => part !== '').join(', ')
  return message('searches.named', { name, answer: answerText(answer, limits) })
}

/** With what to do about it. */
export function answerSentences(
  answer: SearchAnswer,
  plan: Pick<SweepPlan, 'search' | 'limits'>,
): Text {
  const advice = endingAdvice(answer.ending)
  return sentences([answerSentence(answer, plan), ...(advice === null ? [] : [advice])])
}

/** Null where the answer is as precise as asked. */
export function endingAdvice(ending: SearchEnding): Message | null {
  return ending === 'precise' ? null : message(`searches.advice.${ending}`)
}

/** As in "p95 TTFT". */
function limitName(limit: SweepLimit): Message {
  if (limit.kind !== 'latency') return message(`searches.limit.${limit.kind}`)
  const metric = latencyLabels[limit.metric]
  return limit.percentile === null
    ? message('searches.limit.mean', { metric })
    : message('searches.limit.percentile', { percentile: limit.percentile, metric })
}

function capacityParts(
  { highestHeld, unusable, firstBroken, interval }: CapacityAnswer,
  limits: readonly SweepLimit[],
): Text[] {
  return [
    unusable
      ? unusableText(unusable)
      : highestHeld === null
        ? message('searches.noneHeld')
        : message('searches.held', { load: highestHeld }),
    ...(firstBroken === null ? [] : [brokenText(firstBroken, limits)]),
    ...intervalParts(interval),
  ]
}

function unusableText({ load, reasons, held }: NonNullable<CapacityAnswer['unusable']>): Message {
  return message(held ? 'searches.unusable' : 'searches.unusableBroken', {
    load,
    reasons: reasonsText(reasons),
  })
}

type Broken = NonNullable<CapacityAnswer['firstBroken']>

/** `first fails at 128 on p95 TTFT (341 ms, 310–372)` */
function brokenText(
  { load, limit: at, unasked, figure: measured }: Broken,
  limits: readonly SweepLimit[],
): Message {
  const broken = at === null ? undefined : limits[at]
  const figure = measured && figureText(measured, broken?.kind === 'latency')
  if (broken !== undefined) {
    const limit = limitName(broken)
    return figure === undefined
      ? message('searches.brokenBy', { load, limit })
      : message('searches.brokenByFigure', { load, limit, figure })
  }
  const what = unasked === 'answers' ? 'failing' : 'behind'
  return figure === undefined
    ? message(`searches.${what}`, { load })
    : message(`searches.${what}Figure`, { load, figure })
}

function figureText(
  { value, interval: { low, high } }: NonNullable<Broken['figure']>,
  isLatency: boolean,
): Message {
  const shown = (figure: number) => Number((isLatency ? figure : 100 * figure).toPrecision(3))
  return message(isLatency ? 'searches.figureMs' : 'searches.figureShare', {
    value: shown(value),
    low: shown(low),
    high: shown(high),
  })
}

function curveParts({ found, knee, rule, secondOpinion, interval }: CurveAnswer): Text[] {
  const place =
    found === undefined
      ? olderKneeParts({ knee, rule, interval })
      : [message('common.clause', { text: kneeText(found) })]
  if (secondOpinion === null || secondOpinion === knee) return place
  const other = ruleText(rule === 'power' ? 'distance' : 'power')
  return [...place, message('searches.secondOpinion', { load: secondOpinion, rule: other })]
}

/** Of answers of earlier versions. */
function olderKneeParts({
  knee,
  rule,
  interval,
}: Pick<CurveAnswer, 'knee' | 'rule' | 'interval'>): Text[] {
  const found =
    knee === null
      ? message('searches.noKnee')
      : message('searches.knee', { load: knee, rule: ruleText(rule) })
  return [found, ...intervalParts(interval)]
}

function ruleText(rule: CurveAnswer['rule']): Message {
  return message(`searches.rule.${rule}`)
}

function intervalParts(interval: Readonly<{ low: number; high: number }> | null): Message[] {
  return interval === null ? [] : [message('searches.interval', interval)]
}
