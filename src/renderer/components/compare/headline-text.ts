// A comparison in one sentence, in the window's language; core/stats/compare/headline.ts builds it.
import { reasonsText } from '#core/judgement/reason-text.ts'
import type { Comparison, Shift } from '#core/stats/compare/comparison.ts'
import { headline, type HeadlineTexts } from '#core/stats/compare/headline.ts'
import { figureNames, isLatency, type FigureName } from '#core/metrics/figures.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { inSequence } from '../../i18n/punctuation.ts'
import { said } from '../../i18n/said.ts'

export function headlineText<F extends Shift>(comparison: Comparison<F>, t: Translate): string {
  return inSequence([headline(comparison, wordsOf(t))])
}

function wordsOf(t: Translate): HeadlineTexts {
  const comma = t('compare.headline.comma')
  return {
    figures: Object.fromEntries(
      figureNames.map((name) => [
        name,
        t(isLatency(name) ? `charts.metric.${name}` : `metrics.${name}.inSentence`),
      ]),
    ) as Record<FigureName, string>,
    reason: (code) => said(reasonsText([code])),
    notUsable: (sides) =>
      t('compare.headline.notUsable', {
        sides: sides
          .map(({ side, reasons }) =>
            t('compare.headline.side', { side: t(`compare.headline.${side}`), reasons }),
          )
          .join(t('compare.headline.semicolon')),
      }),
    differentLoads: (differences) => t('compare.headline.differentLoads', { differences }),
    notCompared: (figures, differences) =>
      t('compare.headline.notCompared', { figures, differences }),
    saturated: t('compare.headline.saturated'),
    setByLoad: (throughput) => t('compare.headline.setByLoad', { throughput }),
    between: (base, other) => t('compare.headline.between', { base, other }),
    points: t('compare.headline.points'),
    nothing: t('compare.headline.nothing'),
    comma,
    stop: t('compare.headline.stop'),
    open: t('compare.headline.open'),
    close: t('compare.headline.close'),
  }
}
