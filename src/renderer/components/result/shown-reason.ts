// Reasons for doubt in the form that a page lists them.
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { Run } from '#core/model/run/run.ts'
import { runWarnings } from '#core/report/run-warnings.ts'
import { said, t } from '../../i18n/i18n.ts'
import { writtenReasons } from './judgement-marks.ts'
import type { Tone } from '../kit/tone.ts'

export type ShownReason = Readonly<{
  key: string
  tone: Tone
  word: string
  evidence: string
  /** Recommended action; empty if there is none. */
  advice: string
  /** The runs it applies to, if only some. */
  where?: string
}>

/** Reasons of its judgement, worst first, then its warnings. */
export function runReasons(run: Run): readonly ShownReason[] {
  const judgement = judgeRun(run)
  return [
    ...writtenReasons(judgement?.reasons ?? []).map((reason) => ({ ...reason, key: reason.code })),
    ...runWarnings(run).map((warning, index) => ({
      key: `warning ${index}`,
      tone: 'warn' as const,
      word: t('verdict.warnings'),
      evidence: said(warning),
      advice: '',
    })),
  ]
}
