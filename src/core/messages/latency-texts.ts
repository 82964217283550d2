// Abbreviations of latencies that languages share, and texts of features' latencies.
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

type LatencyTexts<Prefix extends string, Messages> = {
  readonly [
    Id in keyof Messages & string as Id extends `${Prefix}.${infer Name}` ? Name : never
  ]: Messages[Id]
}

/** Texts of the latencies of features: messages whose ids begin with `prefix`, keyed by the rest of the id. */
export function latencyTexts<const Prefix extends string, Features extends Texts>(
  prefix: Prefix,
  features: Features,
): LatencyTexts<Prefix, AllOf<Features[keyof Features]>> {
  const texts = Object.values<Texts[string]>(features).flatMap((each) => Object.entries(each))
  const begin = `${prefix}.`
  return Object.fromEntries(
    texts.flatMap(([id, text]) => (id.startsWith(begin) ? [[id.slice(begin.length), text]] : [])),
  ) as LatencyTexts<Prefix, AllOf<Features[keyof Features]>>
}
