// Texts of metrics: abbreviations of latencies that languages share, names of scalars in sentences, and texts of features' metrics.
import type { AllOf } from './template.ts'

/** Latencies by abbreviations that every language uses. */
export const latencyAbbreviations = {
  ttft: 'TTFT',
  tpot: 'TPOT',
  itl: 'ITL',
  e2el: 'E2EL',
  ttfo: 'TTFO',
} as const

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

type TextsUnder<Prefix extends string, Messages> = {
  readonly [
    Id in keyof Messages & string as Id extends `${Prefix}.${infer Name}` ? Name : never
  ]: Messages[Id]
}

/** Texts of metrics of features: messages whose ids begin with `prefix`, keyed by the rest of the id. */
export function textsUnder<const Prefix extends string, Features extends Texts>(
  prefix: Prefix,
  features: Features,
): TextsUnder<Prefix, AllOf<Features[keyof Features]>> {
  const texts = Object.values<Texts[string]>(features).flatMap((each) => Object.entries(each))
  const begin = `${prefix}.`
  return Object.fromEntries(
    texts.flatMap(([id, text]) => (id.startsWith(begin) ? [[id.slice(begin.length), text]] : [])),
  ) as TextsUnder<Prefix, AllOf<Features[keyof Features]>>
}

type ScalarTexts<Features> = Readonly<
  Record<
    keyof TextsUnder<'scalar', AllOf<Features[keyof Features]>>,
    Readonly<{ title: string; inSentence: string }>
  >
>

/** Texts of scalars of features: titles are messages `scalar.<name>`, names in sentences `figure.<name>`. */
export function scalarTexts<Features extends Texts>(features: Features): ScalarTexts<Features> {
  const inSentences: Readonly<Record<string, string>> = textsUnder('figure', features as Texts)
  const titles = Object.entries<string>(textsUnder('scalar', features as Texts))
  return Object.fromEntries(
    titles.map(([name, title]) => [name, { title, inSentence: inSentences[name] ?? title }]),
  ) as ScalarTexts<Features>
}

/** Ids are `figure.<name>`, for metrics with a form for sentences. Typed as texts without parameters. */
type FigureNames<Metrics> = {
  readonly [
    Name in keyof Metrics & string as Metrics[Name] extends { inSentence: string }
      ? `figure.${Name}`
      : never
  ]: ''
}

type MetricTitle = Readonly<{ title: string; inSentence?: string }>

/** Messages that name a metric inside a sentence, derived from the titles of metrics. */
export function figureNames<Metrics extends Readonly<Record<string, MetricTitle>>>(
  metrics: Metrics,
): FigureNames<Metrics> {
  const names = Object.entries<MetricTitle>(metrics)
  return Object.fromEntries(
    names.flatMap(([name, { inSentence }]) =>
      inSentence === undefined ? [] : [[`figure.${name}`, inSentence]],
    ),
  ) as FigureNames<Metrics>
}
