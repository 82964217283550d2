// Judgements as tones and words of the window; the rules are in core/judgement.
import { judgeRun } from '#core/judgement/judge-run.ts'
import {
  reasonGrades,
  type Grade,
  type Judgement,
  type Reason,
  type ReasonCode,
} from '#core/judgement/judgement.ts'
import { filledSentences, type ReasonStyle } from '#core/judgement/reason-text.ts'
import type { RunSummaryRow } from '#core/model/run/run-summary-row.ts'
import type { Run } from '#core/model/run/run.ts'
import { formatCount, formatNumber, formatShare } from '#core/format/numbers.ts'
import { formatLatency } from '../../format/times.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { inSequence } from '../../i18n/punctuation.ts'
import type { Tone } from '../kit/tone.ts'

export const gradeTones: Readonly<Record<Grade, Tone>> = {
  valid: 'good',
  caution: 'warn',
  'not-usable': 'bad',
}

export function reasonTone(code: ReasonCode): Tone {
  return gradeTones[reasonGrades[code]]
}

/** Of a whole run or its row in a list. */
export type ListedJudgement = Readonly<{ grade: Grade; reasons: readonly ReasonCode[] }>

const known = new WeakMap<object, ListedJudgement | null>()

/** A row of a list carries its judgement; a whole run is judged once. */
export function listedJudgement(run: RunSummaryRow | Run): ListedJudgement | null {
  if ('judgement' in run && run.judgement !== undefined) return run.judgement
  if (!('plannedRequests' in run)) return null
  const before = known.get(run)
  if (before !== undefined) return before
  const judgement = listed(judgeRun(run))
  known.set(run, judgement)
  return judgement
}

function listed(judgement: Judgement | null): ListedJudgement | null {
  if (judgement === null) return null
  return { grade: judgement.grade, reasons: judgement.reasons.map(({ code }) => code) }
}

export type JudgementMark = Readonly<{ tone: Tone; word: string }>

/** The grade, then every reason, worst first: the words of every other surface. */
export function judgementMark({ grade, reasons }: ListedJudgement, t: Translate): JudgementMark {
  const words = reasons.map((code) => lowered(t(`verdict.word.${code}`)))
  const word = t(`verdict.grade.${grade}`)
  return {
    tone: gradeTones[grade],
    word:
      words.length === 0
        ? word
        : t('verdict.because', { grade: word, reasons: words.join(t('verdict.separator')) }),
  }
}

/** Inside a sentence; scripts without cases stay as they are. */
function lowered(word: string): string {
  return word.slice(0, 1).toLocaleLowerCase('en') + word.slice(1)
}

export type WrittenReason = Readonly<{
  code: ReasonCode
  tone: Tone
  word: string
  /** With its figures. */
  evidence: string
  advice: string
}>

export function writtenReasons(reasons: readonly Reason[], t: Translate): WrittenReason[] {
  return reasons.map((reason) => ({
    code: reason.code,
    tone: reasonTone(reason.code),
    word: t(`verdict.word.${reason.code}`),
    evidence: evidenceText(reason, t),
    advice: t(`verdict.advice.${reason.code}`),
  }))
}

function evidenceText(reason: Reason, t: Translate): string {
  const style: ReasonStyle = {
    ...{ share: formatShare, ms: formatLatency, perSecond: formatNumber, count: formatCount },
    criterion: (criterion, value) => t(`run.client.criterion.${criterion}`, { value }),
  }
  return inSequence(
    filledSentences(reason, style).map(({ sentence, figures }) =>
      t(`verdict.evidence.${sentence}`, figures),
    ),
  )
}
