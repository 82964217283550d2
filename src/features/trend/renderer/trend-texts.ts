// Texts of a trend: its metric, intervals, and reasons to examine it: shifts of its level, drift, new versions of the server,
// unusable runs.
import { historyOfTrend, versionChanges, type Trend } from '#features/trend/core/trend.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { changeText, type FigureWords } from '#renderer/components/compare/comparison-rows.ts'
import type { ShownReason } from '#renderer/components/result/shown-reason.ts'
import type { Translate } from '#renderer/i18n/i18n.ts'

/** Metric and statistic. */
export function figureTitle({ name, statistic }: Pick<FigureWords, 'name' | 'statistic'>): string {
  return [name, statistic].filter(Boolean).join(' ')
}

export function betweenText({ low, high }: Interval, words: FigureWords, t: Translate): string {
  return t('trend.between', { low: words.format(low), high: words.format(high) })
}

export function trendReasons({ points }: Pick<Trend, 'points'>, t: Translate): ShownReason[] {
  const { shift, drift } = historyOfTrend(points)
  const version = versionChanges(points).at(-1)
  const unusable = points.filter(({ isUsable }) => !isUsable).length
  const nameAt = (at: number) => points[at]?.name ?? ''
  const reasons: (ShownReason | null | undefined)[] = [
    shift && {
      ...{ key: 'shift', word: t('trend.reason.shift'), tone: 'warn' },
      evidence: t('trend.levelShift', {
        ...{ change: changeText(shift.change), name: nameAt(shift.at) },
      }),
      advice: t('trend.reason.shiftAdvice'),
    },
    drift && {
      ...{ key: 'drift', word: t('trend.reason.drift'), tone: 'warn' },
      evidence: t('trend.drift', { change: changeText(drift.change), runs: drift.runs }),
      advice: t('trend.reason.driftAdvice'),
    },
    version && {
      ...{ key: 'version', word: t('trend.reason.version'), tone: 'even', advice: '' },
      evidence: t('trend.reason.versionSince', {
        ...{ from: version.from, to: version.to, name: nameAt(version.at) },
      }),
    },
    unusable === 0
      ? null
      : {
          ...{ key: 'unusable', word: t('trend.reason.unusable'), tone: 'warn', advice: '' },
          evidence: t('trend.reason.unusableCount', { count: unusable, of: points.length }),
        },
  ]
  return reasons.flatMap((reason) => reason ?? [])
}
