// A reason as sentences with its figures. The window and the console share the choice of sentences and figures and
// differ in language and number format.
import { latencyLabels, metricNames } from '#core/metrics/latencies.ts'
import type { PointJudgement } from './judge-point.ts'
import { clientCriteria, type ClientCriterion } from './client-verdict.ts'
import type { Judgement, Reason, ReasonCode } from './judgement.ts'
import { plainMs, plainNumber, plainShare } from './plain-figures.ts'
import {
  criterionSentences,
  gradeTexts,
  reasonSentences,
  reasonTexts,
  type ReasonSentence,
} from './texts.ts'

type Needed = Readonly<{ sentence: ReasonSentence; needs: readonly string[]; lacks?: string }>

/** Of each reason, the sentences; those are used whose figures are there. */
const sentencesOf: Readonly<Record<ReasonCode, readonly Needed[]>> = {
  'nothing-measured': [{ sentence: 'unanswered', needs: ['failed'] }],
  errors: [{ sentence: 'failed', needs: ['failed', 'requests', 'share'] }],
  'client-limited': [
    { sentence: 'ownAccount', needs: ['criterion', 'limit'], lacks: 'keptRateShare' },
    { sentence: 'kept', needs: ['criterion', 'limit', 'keptRateShare'] },
    { sentence: 'overloaded', needs: ['overloadedAtStreams'] },
  ],
  'cache-polluted': [{ sentence: 'known', needs: ['hitShare'] }],
  saturated: [
    { sentence: 'behind', needs: ['askedPerS', 'answeredPerS'] },
    { sentence: 'growing', needs: ['inFlightChange', 'latencyChange'] },
  ],
  cancelled: [{ sentence: 'cancelled', needs: ['completed', 'cutOff'] }],
  'not-steady': [
    { sentence: 'growing', needs: ['inFlightChange', 'latencyChange'] },
    { sentence: 'shortlySteady', needs: ['steadyShare', 'requestsStarted'] },
    { sentence: 'neverSteady', needs: ['steadyShare'], lacks: 'requestsStarted' },
  ],
  'read-at-once': [{ sentence: 'readAtOnce', needs: ['readAtOnce', 'completed', 'share'] }],
  'client-strained': [{ sentence: 'strained', needs: ['criterion', 'limit'] }],
  imprecise: [
    { sentence: 'imprecisePercentile', needs: ['metric', 'percentile'] },
    { sentence: 'impreciseMean', needs: ['metric'], lacks: 'percentile' },
  ],
  'too-few-samples': [{ sentence: 'tooFew', needs: ['percentile', 'fewestRequests', 'requests'] }],
}

/** How one surface writes numbers, and says what the client recorded of itself. */
export type ReasonStyle = Readonly<{
  share: (value: number) => string
  ms: (value: number) => string
  perSecond: (value: number) => string
  count: (value: number) => string
  criterion: (criterion: ClientCriterion, value: string) => string
}>

export type FilledSentence = Readonly<{
  sentence: ReasonSentence
  figures: Readonly<Record<string, string>>
}>

export function filledSentences({ code, evidence }: Reason, style: ReasonStyle): FilledSentence[] {
  const figures = figuresOf(evidence, style)
  return sentencesOf[code]
    .filter(
      ({ needs, lacks }) =>
        needs.every((name) => name in figures) && !(lacks !== undefined && lacks in figures),
    )
    .map(({ sentence }) => ({ sentence, figures }))
}

function figuresOf(evidence: Reason['evidence'], style: ReasonStyle): Record<string, string> {
  const texts = Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => [name, written(name, value, style)]),
  )
  return { ...texts, ...imprecise(texts), ...deciding(texts, style) }
}

/** Names of figures end with their unit; anything else is a count. */
function written(name: string, value: number, style: ReasonStyle): string {
  if (/(Share|Change|Ratio)$|^share$/.test(name)) return style.share(value)
  if (name.endsWith('Ms')) return style.ms(value)
  if (name.endsWith('PerS')) return style.perSecond(value)
  return name === 'percentile' ? String(value) : style.count(value)
}

function imprecise(texts: Readonly<Record<string, string>>): Record<string, string> {
  const metric = metricNames.find((name) => `${name}ReachShare` in texts)
  if (metric === undefined) return {}
  return { metric: latencyLabels[metric], reachShare: texts[`${metric}ReachShare`] ?? '' }
}

function deciding(
  texts: Readonly<Record<string, string>>,
  style: ReasonStyle,
): Record<string, string> {
  const criterion = clientCriteria.find((name) => `${name}Ms` in texts || `${name}Share` in texts)
  if (criterion === undefined) return {}
  const value = texts[`${criterion}Ms`] ?? texts[`${criterion}Share`] ?? ''
  const limit = texts['limitMs'] ?? texts['limitShare'] ?? ''
  return { criterion: style.criterion(criterion, value), limit }
}

const plain: ReasonStyle = {
  share: plainShare,
  ms: plainMs,
  perSecond: plainNumber,
  count: plainNumber,
  criterion: (criterion, value) => filled(criterionSentences[criterion], { value }),
}

function filled(template: string, figures: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => figures[name] ?? '')
}

/** In English, with plain numbers. */
export function reasonText(reason: Reason): string {
  return filledSentences(reason, plain)
    .map(({ sentence, figures }) => filled(reasonSentences[sentence], figures))
    .join(' ')
}

/** "… (1 of 2 runs left out: client-limited)" behind the judgement of a load point. */
export function pointText(judgement: PointJudgement | null): string {
  const text = judgementText(judgement)
  if (judgement === null || judgement.leftOut === 0) return text
  const { leftOut, runs } = judgement
  return `${text} (${leftOut} of ${leftOut + runs} runs left out: client-limited)`
}

/** "Caution: saturated, too few samples": the grade, then every reason, worst first. Null: "Not judged". */
export function judgementText(
  judgement: Readonly<{
    grade: Judgement['grade']
    reasons: readonly { code: ReasonCode }[]
  }> | null,
): string {
  if (judgement === null) return 'Not judged'
  const { grade, reasons } = judgement
  const words = reasons.map(({ code }) => reasonTexts[code].toLowerCase())
  return words.length === 0 ? gradeTexts[grade] : `${gradeTexts[grade]}: ${words.join(', ')}`
}
