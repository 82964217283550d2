// Tones and texts of judgements; the rules are in core/judgement.
import { judgeRun } from '#core/judgement/judge-run.ts'
import {
  reasonTraits,
  type Grade,
  type Judgement,
  type Reason,
  type ReasonCode,
} from '#core/model/run/judgement.ts'
import { judgementText, reasonAdvice, reasonText } from '#core/judgement/reason-text.ts'
import { message } from '#core/messages/message.ts'
import type { Run, RunSummaryRow } from '#core/model/run/run.ts'
import { said } from '../../i18n/i18n.ts'
import type { Mark, Tone } from '../kit/tone.ts'

const gradeTones: Readonly<Record<Grade, Tone>> = {
  valid: 'good',
  caution: 'warn',
  'not-usable': 'bad',
}

export function gradeMark(grade: Grade): Mark {
  return { tone: gradeTones[grade], word: said(message(`judgement.grade.${grade}`)) }
}

/** Exported for tests. */
export function reasonTone(code: ReasonCode): Tone {
  const { grade } = reasonTraits[code]
  return grade === 'valid' ? 'even' : gradeTones[grade]
}

/** Judgement of a whole run or of its row in a list. */
type ListedJudgement = Readonly<{ grade: Grade; reasons: readonly ReasonCode[] }>

const known = new WeakMap<object, ListedJudgement | null>()

/** A row of a list includes its judgement; a whole run is judged once. */
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

/** The grade, then all reasons, worst first. */
export function judgementMark({ grade, reasons }: ListedJudgement): Mark {
  const judgement = { grade, reasons: reasons.map((code) => ({ code })) }
  return { tone: gradeTones[grade], word: said(judgementText(judgement)) }
}

export type WrittenReason = Readonly<{
  code: ReasonCode
  tone: Tone
  word: string
  /** Text with its figures. */
  evidence: string
  advice: string
}>

export function writtenReasons(reasons: readonly Reason[]): WrittenReason[] {
  return reasons.map((reason) => ({
    code: reason.code,
    tone: reasonTone(reason.code),
    word: said(message(`judgement.reason.${reason.code}`)),
    evidence: said(reasonText(reason)),
    advice: said(reasonAdvice(reason)),
  }))
}
