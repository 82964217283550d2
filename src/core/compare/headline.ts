// A comparison in one sentence: obstacles to a verdict, then effect sizes with their intervals. Every surface prints
// this sentence.
import { reasonsText } from '#core/judgement/reason-text.ts'
import { languageRecords } from '#core/messages/language-records.ts'
import type { Language } from '#core/messages/languages.ts'
import { message, type Message, textIn } from '#core/messages/message.ts'
import { comparedScalars, type FigureName, figureTraits, isLatency } from '#core/metrics/figures.ts'
import { latencyLabels, statisticName } from '#core/metrics/latencies.ts'
import type { ReasonCode } from '#core/model/run/judgement.ts'
import { scalarOf } from '#core/metrics/scalar-names.ts'
import { trueMinus } from '#core/base/true-minus.ts'
import type { Comparison, WithVerdict, Shift } from './comparison.ts'
import { type FigureIdentity, figureKey } from './comparable-figures.ts'
import { differenceName, type LoadDifference, valueText } from './load-differences.ts'
import type { StartSpreads } from './starts.ts'

/** Maximum number of intervals of 99 % each that together hold with 95 %. */
const mostFigures = 5

/** Order in the sentence; latencies by their mean. */
export const headlineNames: readonly FigureName[] = [
  ...comparedScalars.filter((name) => scalarOf(name).compared?.inHeadline === true),
  ...(['ttft', 'tpot', 'failedShare', 'e2el'] as const),
]

/** The figures in the sentence. */
export function headlineFigures<F extends Shift>({ figures }: Comparison<F>): WithVerdict<F>[] {
  return headlineNames
    .flatMap((name) => figures.filter((one) => one.name === name && one.percentile === null))
    .filter((figure) => figure.name !== 'failedShare' || figure.difference !== 0)
    .slice(0, mostFigures)
}

export function headline<F extends Shift>(comparison: Comparison<F>, language: Language): string {
  const words = headlineTexts(language)
  const shown = headlineFigures(comparison)
  const isSetByLoad = ({ withheld }: WithVerdict<F>) => withheld === 'set-by-load'
  const reported = shown.filter((figure) => !isSetByLoad(figure))
  const fixed = shown.filter(isSetByLoad).map(({ name }) => words.figure(name))
  const effects = reported.map((figure) => effectText(figure, words)).join(words.comma)
  const sentences = [
    ...obstacles(comparison, words),
    reported.some(({ withheld }) => withheld === 'within-runs')
      ? words.withinRuns(effects)
      : effects,
    ...fixed.slice(0, 1).map((name) => words.setByLoad(name)),
    ...startTexts(reported, comparison.startSpreads, words),
  ]
    .filter((sentence) => sentence !== '')
    .map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1))
  return sentences.length === 0
    ? words.nothing
    : `${sentences.join(words.stop)}${words.stop.trim()}`
}

function obstacles<F extends Shift>(comparison: Comparison<F>, words: HeadlineTexts): string[] {
  const { differences, figures, base, other, carriedBy } = comparison
  const loads = differences.filter(({ affects }) => affects === 'all')
  const rest = differences.filter(({ affects }) => affects !== 'all')
  const unusable = (['base', 'other'] as const).flatMap((side) =>
    comparison[side].isUsable ? [] : [{ side, reasons: words.reasons(comparison[side].reasons) }],
  )
  const isWithheld = figures.some(({ withheld }) => withheld === 'saturated')
  // Skips a figure that only one side has, such as goodput.
  const affected = loads.length === 0 ? affectedNames(comparison, words) : ''
  return [
    ...(loads.length > 0 ? [words.differentLoads(differencesText(loads, words))] : []),
    ...(affected === '' ? [] : [words.notCompared(affected, differencesText(rest, words))]),
    ...(unusable.length > 0 ? [words.notUsable(unusable)] : []),
    ...(carriedBy === null ? [] : [words.carriedBy(carriedBy)]),
    ...(isWithheld && (base.isSaturated || other.isSaturated) ? [words.saturated] : []),
  ]
}

/** Spread between starts included in the intervals. */
function startTexts(
  reported: readonly WithVerdict<Shift>[],
  spreads: StartSpreads | null,
  words: HeadlineTexts,
): string[] {
  if (spreads === null) return []
  const ofStarts = reported.filter(({ name }) => figureTraits[name].family !== 'share')
  const shown = ofStarts.flatMap((figure) => spreads.shown[figureKey(figure)]?.starts ?? [])
  const isAssumed = spreads.assumed > 0 && shown.length < ofStarts.length
  return [
    ...(shown.length > 0 ? [words.startsShown(Math.min(...shown))] : []),
    ...(isAssumed ? [words.startSpread(spreads.assumed)] : []),
  ]
}

function affectedNames<F extends Shift>(comparison: Comparison<F>, words: HeadlineTexts): string {
  const names = comparison.figures
    .filter(({ withheld }) => withheld === 'different-loads')
    .map(({ name }) => words.figure(name))
  return [...new Set(names)].join(words.comma)
}

/** Maximum number in the sentence; the rest are listed beside it. */
const mostDifferences = 3

function differencesText(differences: readonly LoadDifference[], words: HeadlineTexts): string {
  const reported = differences.slice(0, mostDifferences).map((difference) => {
    const { base, other } = difference
    return `${words.difference(difference)} ${words.between(base, other)}`
  })
  return [...reported, ...(differences.length > mostDifferences ? ['…'] : [])].join(words.comma)
}

/** `TTFT +6 % (+2…+10)`; for a share of requests, its difference in points. */
function effectText(figure: WithVerdict<Shift>, words: HeadlineTexts): string {
  const { name, share, shareInterval, difference, interval } = figure
  const isShare = figureTraits[name].family === 'share'
  const [value, ends, unit] = isShare
    ? [difference, interval, words.points]
    : [share ?? NaN, shareInterval, '%']
  if (Number.isNaN(value)) return `${words.figure(name)} –`
  const width = ends === null ? Infinity : ends.high - ends.low
  // At most three significant digits, as in tables.
  const digits = width < 0.1 && Math.abs(value) < 0.9995 ? 1 : 0
  const text = `${words.figure(name)} ${signed(value, digits)}\u00a0${unit}`
  if (ends === null) return text
  return words.within(text, signed(ends.low, digits), signed(ends.high, digits))
}

function signed(share: number, digits: number): string {
  const text = (share * 100).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const isNothing = Number(text) === 0
  return trueMinus(isNothing ? text.replace('-', '') : `${share > 0 ? '+' : ''}${text}`)
}

type UnusableSide = Readonly<{ side: 'base' | 'other'; reasons: string }>

type HeadlineTexts = ReturnType<typeof headlineTexts>

/** `failed requests`, `TTFT`. */
export function figureInSentence(name: FigureName, language: Language): string {
  return isLatency(name) ? latencyLabels[name] : languageRecords[language].metrics[name].inSentence
}

/** `p99 TTFT`, `output throughput` */
export function figureName(
  { name, percentile }: FigureIdentity,
  language: Language = 'en',
): string {
  const title = figureInSentence(name, language)
  if (!isLatency(name)) return title
  const mean = message('report.mean')
  return `${percentile === null ? textIn(language, mean) : statisticName(percentile)} ${title}`
}

function headlineTexts(language: Language) {
  const text = (id: Message) => textIn(language, id)
  return {
    figure: (name: FigureName) => figureInSentence(name, language),
    reasons: (codes: readonly ReasonCode[]) => textIn(language, reasonsText(codes)),
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
    carriedBy: (side: 'base' | 'other') =>
      text(message('comparison.carriedBy', { side: message(`comparison.${side}`) })),
    saturated: text(message('comparison.saturated')),
    setByLoad: (throughput: string) => text(message('comparison.setByLoad', { throughput })),
    difference: (difference: LoadDifference) => textIn(language, differenceName(difference)),
    between: (base: string, other: string) =>
      text(message('comparison.between', { base: valueText(base), other: valueText(other) })),
    within: (effect: string, low: string, high: string) =>
      text(message('comparison.within', { effect, low, high })),
    withinRuns: (effects: string) => text(message('comparison.withinRuns', { effects })),
    startsShown: (starts: number) => text(message('comparison.startsShown', { starts })),
    startSpread: (share: number) =>
      text(message('comparison.startSpread', { percent: Number((100 * share).toFixed(1)) })),
    points: text(message('comparison.points')),
    nothing: text(message('comparison.nothing')),
    comma: text(message('comparison.comma')),
    stop: text(message('comparison.stop')),
  }
}

/** Verdict on one figure in a word, or the reason for its absence. */
export type ShownVerdict = NonNullable<
  WithVerdict<Shift>['verdict'] | WithVerdict<Shift>['withheld']
>

export function shownVerdict({ verdict, withheld }: WithVerdict<Shift>): ShownVerdict {
  return verdict ?? withheld ?? 'unclear'
}

export function verdictText(figure: WithVerdict<Shift>): Message {
  return message(`tables.verdict.${shownVerdict(figure)}`)
}
