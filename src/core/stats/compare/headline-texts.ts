// The words of a comparison's sentence in one language.
import { reasonsText } from '#core/judgement/reason-text.ts'
import { languageRecords, type Language } from '#core/messages/languages.ts'
import { message, textIn, type Message } from '#core/messages/message.ts'
import { isLatency, type FigureName } from '#core/metrics/figures.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import type { ReasonCode } from '#core/judgement/judgement.ts'

type UnusableSide = Readonly<{ side: 'base' | 'other'; reasons: string }>

export type HeadlineTexts = ReturnType<typeof headlineTexts>

/** `failed requests`, `TTFT`. */
export function figureInSentence(name: FigureName, language: Language): string {
  return isLatency(name) ? latencyLabels[name] : languageRecords[language].metrics[name].inSentence
}

export function headlineTexts(language: Language) {
  const text = (id: Message) => textIn(language, id)
  return {
    figure: (name: FigureName) => figureInSentence(name, language),
    reason: (code: ReasonCode) => textIn(language, reasonsText([code])),
    notUsable: (sides: readonly UnusableSide[]) => {
      const named = sides.map(({ side, reasons }) =>
        message('comparison.side', { side: message(`comparison.${side}`), reasons }),
      )
      const [first, last] = named
      const all = last === undefined ? first : message('comparison.sides', { first, last })
      return text(message('comparison.notUsable', { sides: all }))
    },
    differentLoads: (differences: string) =>
      text(message('comparison.differentLoads', { differences })),
    notCompared: (figures: string, differences: string) =>
      text(message('comparison.notCompared', { figures, differences })),
    saturated: text(message('comparison.saturated')),
    setByLoad: (throughput: string) => text(message('comparison.setByLoad', { throughput })),
    between: (base: string, other: string) => text(message('comparison.between', { base, other })),
    within: (effect: string, low: string, high: string) =>
      text(message('comparison.within', { effect, low, high })),
    points: text(message('comparison.points')),
    nothing: text(message('comparison.nothing')),
    comma: text(message('comparison.comma')),
    stop: text(message('comparison.stop')),
  }
}
