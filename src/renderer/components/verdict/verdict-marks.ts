// What a run is worth, as a tone and a word; and each doubt with its figures in the units a reader knows.
import type { Run } from '#core/model/run.ts'
import type { Doubt, DoubtCode, Verdict } from '#core/model/verdict.ts'
import { clientCriteria } from '#core/stats/client-verdict.ts'
import { verdictOf } from '#core/stats/verdict/verdict-of.ts'
import { formatCount, formatNumber, formatShare } from '../../format/numbers.ts'
import { formatLatency } from '../../format/times.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { inSequence } from '../../i18n/punctuation.ts'
import type { TextKey } from '../../i18n/texts.ts'
import type { Tone } from '../kit/tone.ts'

/** What makes the numbers worthless is bad; what only narrows what they say is a warning. */
const doubtTones: Readonly<Record<DoubtCode, Tone>> = {
  'nothing-measured': 'bad',
  errors: 'bad',
  'client-limited': 'bad',
  saturated: 'warn',
  cancelled: 'warn',
  'not-steady': 'warn',
  'cache-polluted': 'bad',
  'too-few-samples': 'warn',
}

/** Null while there is nothing to judge. */
export function runVerdict({
  config,
  summary,
  status,
}: Pick<Run, 'config' | 'summary' | 'status'>): Verdict | null {
  return summary === null ? null : verdictOf({ config, summary, status })
}

export function verdictTone({ code }: Pick<Verdict, 'code'>): Tone {
  return code === 'valid' ? 'good' : doubtTones[code]
}

export type ToldDoubt = Readonly<{
  code: DoubtCode
  tone: Tone
  word: string
  /** With its figures. */
  evidence: string
  advice: string
}>

export function toldDoubts({ doubts }: Verdict, t: Translate): ToldDoubt[] {
  return doubts.map(({ code, evidence }) => ({
    code,
    tone: doubtTones[code],
    word: t(`verdict.word.${code}`),
    evidence: evidenceText({ code, evidence }, t),
    advice: t(`verdict.advice.${code}`),
  }))
}

type Sentence = Readonly<{ key: TextKey; needs: readonly string[]; lacks?: string }>

/** Of each doubt, the sentences there are figures for. */
const sentences: Readonly<Record<DoubtCode, readonly Sentence[]>> = {
  'nothing-measured': [{ key: 'verdict.evidence.unanswered', needs: ['failed'] }],
  errors: [{ key: 'verdict.evidence.failed', needs: ['failed', 'share'] }],
  'client-limited': [
    { key: 'verdict.evidence.ownAccount', needs: ['reason'] },
    { key: 'verdict.evidence.overloaded', needs: ['overloadedAtStreams'] },
  ],
  saturated: [
    { key: 'verdict.evidence.behind', needs: ['askedPerS', 'answeredPerS'] },
    { key: 'verdict.evidence.growing', needs: ['inFlightChange', 'latencyChange'] },
  ],
  cancelled: [{ key: 'verdict.evidence.cancelled', needs: ['completed', 'cutOff'] }],
  'not-steady': [
    { key: 'verdict.evidence.growing', needs: ['inFlightChange', 'latencyChange'] },
    { key: 'verdict.evidence.shortlySteady', needs: ['steadyShare', 'requestsStarted'] },
    { key: 'verdict.evidence.neverSteady', needs: ['steadyShare'], lacks: 'requestsStarted' },
  ],
  'cache-polluted': [{ key: 'verdict.evidence.known', needs: ['hitShare'] }],
  'too-few-samples': [
    { key: 'verdict.evidence.tooFew', needs: ['percentile', 'fewestRequests', 'requests'] },
  ],
}

function evidenceText({ code, evidence }: Doubt, t: Translate): string {
  const figures = written(evidence, t)
  const fitting = sentences[code].filter(
    ({ needs, lacks }) =>
      needs.every((name) => name in figures) && !(lacks !== undefined && lacks in figures),
  )
  return inSequence(fitting.map(({ key }) => t(key, figures)))
}

/** Names of figures end with what they are: a share, ms, per second; anything else is a count. */
const formats: readonly Readonly<{ ending: RegExp; format: (value: number) => string }>[] = [
  { ending: /(Share|Change|Ratio)$|^share$/, format: formatShare },
  { ending: /Ms$/, format: formatLatency },
  { ending: /PerS$/, format: formatNumber },
  { ending: /^percentile$/, format: String },
]

function written(evidence: Doubt['evidence'], t: Translate): Record<string, string> {
  const texts: Record<string, string> = Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => [
      name,
      (formats.find(({ ending }) => ending.test(name))?.format ?? formatCount)(value),
    ]),
  )
  return { ...texts, ...clientFigures(evidence, t) }
}

/** What decided on our own client is named after its criterion, with its unit. */
function clientFigures(evidence: Doubt['evidence'], t: Translate): Record<string, string> {
  const [name, value] = Object.entries(evidence).find(([key]) => criterionOf(key)) ?? []
  const criterion = name === undefined ? undefined : criterionOf(name)
  if (criterion === undefined || value === undefined) return {}
  const isTime = name?.endsWith('Ms') === true
  const text = isTime ? formatLatency(value) : formatShare(value)
  const limit = evidence[isTime ? 'limitMs' : 'limitShare']
  return {
    reason: t(`run.client.criterion.${criterion}`, { value: text }),
    limit: isTime ? formatLatency(limit) : formatShare(limit),
  }
}

function criterionOf(key: string) {
  return clientCriteria.find((one) => key === `${one}Ms` || key === `${one}Share`)
}
