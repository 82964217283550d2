// Reasons to examine a trend: shifts of its level, drift, new versions of the server, unusable runs.
import { historyOfTrend, versionChanges, type Trend } from '#core/compare/trend.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { changeText } from '../compare/comparison-rows.ts'
import type { ShownReason } from '../result/shown-reason.ts'

export function trendReasons({ points }: Pick<Trend, 'points'>, t: Translate): ShownReason[] {
  const { shift, drift } = historyOfTrend(points)
  const version = versionChanges(points).at(-1)
  const unusable = points.filter(({ isUsable }) => !isUsable).length
  const nameAt = (at: number) => points[at]?.name ?? ''
  return [
    ...(shift === null
      ? []
      : [
          reason('shift', t('trend.reason.shift'), {
            evidence: t('trend.levelShift', {
              change: changeText(shift.change),
              name: nameAt(shift.at),
            }),
            advice: t('trend.reason.shiftAdvice'),
          }),
        ]),
    ...(drift === null
      ? []
      : [
          reason('drift', t('trend.reason.drift'), {
            evidence: t('trend.drift', { change: changeText(drift.change), runs: drift.runs }),
            advice: t('trend.reason.driftAdvice'),
          }),
        ]),
    ...(version === undefined
      ? []
      : [
          reason('version', t('trend.reason.version'), {
            tone: 'even',
            evidence: t('trend.reason.versionSince', {
              ...{ from: version.from, to: version.to, name: nameAt(version.at) },
            }),
          }),
        ]),
    ...(unusable === 0
      ? []
      : [
          reason('unusable', t('trend.reason.unusable'), {
            evidence: t('trend.reason.unusableCount', { count: unusable, of: points.length }),
          }),
        ]),
  ]
}

type Evidence = Readonly<{ evidence: string; advice?: string; tone?: ShownReason['tone'] }>

function reason(key: string, word: string, about: Evidence): ShownReason {
  const { evidence, advice = '', tone = 'warn' } = about
  return { key, word, tone, evidence, advice }
}
