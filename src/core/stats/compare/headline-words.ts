// The English words of a comparison's sentence; the window has Chinese ones in renderer/i18n/zh.
import { reasonWords } from '#core/judgement/words.ts'
import type { HeadlineWords } from './headline.ts'

export const headlineWords: HeadlineWords = {
  figures: {
    outputThroughput: 'output throughput',
    requestThroughput: 'request throughput',
    inputsThroughput: 'input throughput',
    totalTokenThroughput: 'total throughput',
    requestGoodput: 'goodput',
    ttft: 'TTFT',
    tpot: 'TPOT',
    itl: 'ITL',
    e2el: 'E2EL',
    failedShare: 'failed requests',
  },
  reason: (code) => reasonWords[code].toLowerCase(),
  notUsable: (sides) =>
    `No verdict: ${sides.map(({ side, reasons }) => `the ${side} is not usable (${reasons})`).join('; ')}`,
  differentLoads: (differences) => `Different loads: compare curves (${differences})`,
  notCompared: (figures, differences) => `No verdict on ${figures} (${differences})`,
  saturated: 'A server was saturated: no verdict on latencies',
  setByLoad: (throughput) => `the load sets the ${throughput}`,
  between: (base, other) => `${base} against ${other}`,
  points: 'points',
  nothing: 'Nothing was measured of both.',
  comma: ', ',
  stop: '. ',
  open: ' (',
  close: ')',
}
