// Differences between compared runs, and reasons for metrics without a verdict.
import type { FigureComparison } from '#core/compare/compare-runs.ts'
import type { Comparison } from '#core/compare/comparison.ts'
import { headlineFigures, figureInSentence } from '#core/compare/headline.ts'
import { differenceName, valueText } from '#core/compare/load-differences.ts'
import { reasonsText } from '#core/judgement/reason-text.ts'
import type { Run } from '#core/model/run/run.ts'
import { currentLanguage, inSequence, said, type Translate } from '../../i18n/i18n.ts'
import type { ShownReason } from '../result/shown-reason.ts'
import { configDifferences, type ConfigDifference } from './config-differences.ts'

type RunsInComparison = Readonly<{
  base: Run
  others: readonly Run[]
  comparisons: readonly (Comparison<FigureComparison> | null)[]
}>

/** Number of settings in the sentence; all are in the table. */
const mostNamed = 3
/** A longer value, such as a launch command, is only in the table. */
const longestValue = 40

/** Differences come first, because the conclusion depends on them. */
export function differsText(runs: readonly Run[], t: Translate): string {
  const differences = configDifferences(runs, t)
  if (differences.length === 0) return t('compare.sameSettings')
  const named = differences.slice(0, mostNamed).map(differenceText)
  const rest = differences.length - named.length
  const list = named.join(' · ')
  return rest > 0 ? t('compare.differsMore', { list, count: rest }) : t('compare.differs', { list })
}

function differenceText({ name, values }: ConfigDifference): string {
  const isShort = values.every((value) => value.length <= longestValue)
  return isShort ? `${name} ${values.join(' / ')}` : name
}

export function comparisonReasons(compared: RunsInComparison, t: Translate): ShownReason[] {
  const { base, others, comparisons } = compared
  const unusableBase = comparisons.find((one) => one?.base.isUsable === false)
  return [
    ...(unusableBase ? [unusable(base, unusableBase.base, t)] : []),
    ...others.flatMap((other, at) => {
      const comparison = comparisons[at] ?? null
      return comparison === null ? [] : reasonsOf(other, comparison, t)
    }),
  ]
}

function reasonsOf(other: Run, comparison: Comparison<FigureComparison>, t: Translate) {
  const { id, name } = other
  const loads = comparison.differences
  const unclear = headlineFigures(comparison).filter(({ verdict }) => verdict === 'unclear')
  const reasons: ShownReason[] = []
  if (!comparison.other.isUsable) reasons.push(unusable(other, comparison.other, t))
  if (loads.length > 0) {
    const written = loads.map((one) => {
      const values = [one.base, one.other].map((value) => said(valueText(value)))
      return `${said(differenceName(one))} ${values.join(' / ')}`
    })
    reasons.push({
      ...{ key: `${id} loads`, tone: 'warn', word: t('compare.reason.loads'), where: name },
      evidence: t('compare.reason.loadsEvidence', { list: written.join(' · ') }),
      advice: t('compare.reason.loadsAdvice'),
    })
  }
  if (unclear.length > 0) {
    const names = unclear.map((figure) => figureInSentence(figure.name, currentLanguage()))
    reasons.push({
      ...{ key: `${id} unclear`, tone: 'even', word: t('compare.reason.unclear'), where: name },
      evidence: t('compare.reason.unclearEvidence', { list: [...new Set(names)].join(' · ') }),
      advice: t('compare.reason.unclearAdvice'),
    })
  }
  return reasons
}

function unusable({ id, name }: Run, { reasons }: Comparison['base'], t: Translate): ShownReason {
  return {
    ...{ key: `${id} unusable`, tone: 'bad', word: t('compare.reason.unusable') },
    evidence: inSequence([
      t('compare.reason.unusableEvidence', { name }),
      said(reasonsText(reasons)),
    ]),
    advice: t('compare.reason.unusableAdvice'),
  }
}
