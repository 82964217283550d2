// Reasons to doubt a gate's result, and its recommended next step.
import { figureName } from '#core/compare/headline.ts'
import type { GateRecord } from '#features/gate/core/gate-record.ts'
import type { GateResult } from '#features/gate/core/gate-result.ts'
import {
  assumedReach,
  changeTexts,
  refusedText,
  toleranceText,
} from '#features/gate/core/gate-text.ts'
import { canBeDecided } from '#features/gate/core/judge-gate.ts'
import type { ShownReason } from '#renderer/components/result/shown-reason.ts'
import { currentLanguage, said, t } from '#renderer/i18n/i18n.ts'
import { shareText } from '#core/sweep/limit-text.ts'

export function gateReasons({ result, status }: GateRecord): ShownReason[] {
  if (result === null) return []
  return [
    ...result.refused.map((run, index): ShownReason => ({
      ...{ key: `refused ${index}`, tone: 'warn', word: t('gate.reason.refused') },
      ...{ evidence: said(refusedText(run)), advice: t('gate.reason.refusedAdvice') },
    })),
    ...(status === 'running' ? [] : undecided(result)),
    ...assumed(result),
    ...result.notes.map((note, index): ShownReason => ({
      ...{ key: `note ${index}`, tone: 'even', word: t('gate.reason.history') },
      ...{ evidence: said(note), advice: '' },
    })),
  ]
}

/** Figures whose range includes the tolerance. */
function undecided({ rows, verdict, repeats }: GateResult): ShownReason[] {
  if (verdict !== 'undecided') return []
  return rows
    .filter(({ state }) => state === 'undecided')
    .map(({ figure, loss }) => {
      const name = figureName(figure, currentLanguage())
      const { low, high } = loss === null ? { low: null, high: null } : changeTexts(figure, loss)
      const range = low === null ? '–' : `${low} … ${high}`
      return {
        ...{
          key: `undecided ${name}`,
          tone: 'even',
          word: t('gate.reason.undecided', { figure: name }),
        },
        evidence: t('gate.reason.undecidedEvidence', {
          ...{ figure: name, range, tolerance: toleranceText(figure), count: repeats },
        }),
        advice: '',
      }
    })
}

/** With few starts, the spread between them is assumed, which limits what can be shown. */
function assumed({ rows, rules }: GateResult): ShownReason[] {
  const reach = assumedReach(rows)
  if (reach === 0) return []
  return [
    {
      ...{ key: 'starts', tone: 'even', word: t('gate.reason.starts') },
      evidence: t('gate.reason.startsEvidence', {
        spread: shareText(rules.startSpread),
        least: shareText(Number(reach.toPrecision(2))),
      }),
      advice: t('gate.reason.startsAdvice'),
    },
  ]
}

/** `starts`: only further starts can decide; `more`: repeats can; `again`: nothing was decided; `compare`: the runs explain it. */
export type GateStep = 'starts' | 'more' | 'again' | 'compare'

/** Null while the gate runs, and if there is nothing to show. */
export function gateStep({ status, result, order }: GateRecord): GateStep | null {
  if (status === 'running') return null
  if (status !== 'finished' || result === null) return 'again'
  if (result.verdict === 'not-valid') return 'again'
  if (result.verdict !== 'undecided') return result.runIds.candidate.length > 0 ? 'compare' : null
  return !result.rows.every(canBeDecided) && !order.restarts ? 'starts' : 'more'
}
