// The English words of a comparison's sentence; the window has Chinese ones in core/messages/zh/window.
import { reasonsText } from '#core/judgement/reason-text.ts'
import { inEnglish } from '#core/messages/message.ts'
import { metricsEn } from '#core/messages/en/metrics.ts'
import { figureNames, isLatency, type FigureName } from '#core/metrics/figures.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import type { HeadlineTexts } from './headline.ts'

export const headlineTexts: HeadlineTexts = {
  figures: Object.fromEntries(
    figureNames.map((name) => [
      name,
      isLatency(name) ? latencyLabels[name] : metricsEn[name].inSentence,
    ]),
  ) as Record<FigureName, string>,
  reason: (code) => inEnglish(reasonsText([code])),
  notUsable: (sides) =>
    `No verdict: ${sides.map(({ side, reasons }) => `the ${side} is not usable (${reasons})`).join('; ')}`,
  differentLoads: (differences) => `Different loads: compare curves (${differences})`,
  notCompared: (figures, differences) => `No verdict on ${figures} (${differences})`,
  saturated: 'A server was saturated: no verdict on latencies',
  setByLoad: (throughput) => `the load sets the ${throughput}`,
  between: (base, other) => `${base} against ${other}`,
  points: 'points',
  nothing: 'No metric was measured in both.',
  comma: ', ',
  stop: '. ',
  open: ' (',
  close: ')',
}
