// Answer of a gate: its verdict with the figures that lead to it, and its certainty.
import { trueMinus } from '#core/base/true-minus.ts'
import type { GateRecord } from '#features/gate/core/gate-record.ts'
import type { GateRow } from '#features/gate/core/gate-result.ts'
import { changeTexts, toleranceText } from '#features/gate/core/gate-text.ts'
import { figureName } from '#core/compare/headline.ts'
import type { Tone } from '#renderer/components/kit/tone.ts'
import { currentLanguage, t } from '#renderer/i18n/i18n.ts'

type GateAnswer = Readonly<{
  line: string
  figures: readonly string[]
  confidence: Readonly<{ tone: Tone; text: string }> | null
  about: string
}>

/** Null before the first repeat of a running gate. */
export function answerOf({ status, result }: GateRecord): GateAnswer | null {
  if (result === null) return null
  const { verdict, rows, repeats, rules } = result
  const isOpen = status !== 'finished'
  const percent = Number((100 * (1 - rules.errorRate)).toPrecision(4))
  const shown = isOpen ? 'open' : verdict
  const leading = rows.filter(({ state }) => isLeading(state, isOpen ? 'undecided' : verdict))
  const figures = (leading.length > 0 ? leading : rows).map(changeText)
  return {
    line: [t(`gate.line.${shown}`), ...figures].join(' · '),
    figures,
    confidence: isOpen
      ? null
      : { tone: confidenceTones[verdict], text: t(`gate.confidence.${verdict}`, { percent }) },
    about: t('gate.afterRepeats', { count: repeats }),
  }
}

const confidenceTones = {
  pass: 'good',
  worse: 'good',
  undecided: 'even',
  'not-valid': 'warn',
} as const

function isLeading(state: GateRow['state'], verdict: string): boolean {
  if (verdict === 'worse') return state === 'worse'
  return verdict === 'undecided' ? state === 'undecided' : true
}

/** "mean TPOT +6 % (+2 … +10)", tolerance 5 %. */
function changeText({ figure, loss }: GateRow): string {
  const name = figureName(figure, currentLanguage())
  if (loss === null) return `${name} –`
  const { change, low, high } = changeTexts(figure, loss)
  const range =
    low === null ? '' : t('gate.range', { low: trueMinus(low), high: trueMinus(high ?? '') })
  const tolerance = toleranceText(figure)
  return t('gate.effect', { figure: name, change: trueMinus(change), range, tolerance })
}
