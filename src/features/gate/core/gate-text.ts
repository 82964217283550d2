// Result of a gate as sentences.
import { figureTraits } from '#core/metrics/figures.ts'
import type { Language } from '#core/messages/languages.ts'
import { listed, message, type Message, sentences, type Text } from '#core/messages/message.ts'
import { shareText } from '#core/sweep/limit-text.ts'
import { signedPercent } from '#core/base/signed-percent.ts'
import { allowable } from './evidence.ts'
import { figureName } from '#core/compare/headline.ts'
import { canBeDecided, type GateMetric } from './judge-gate.ts'
import type { GateResult, GateRow, RefusedRun } from './gate-result.ts'
import type { Loss } from './loss.ts'

/** "Worse: p99 TTFT +12.3 % (+8.1 % … +16.9 %), tolerance 5 %". */
export function gateVerdictText(
  { verdict, rows, refused, repeats }: GateResult,
  language: Language = 'en',
): Message {
  switch (verdict) {
    case 'pass':
      return message('gate.pass', { figures: effects(rows, 'within', language) })
    case 'worse':
      return message('gate.worse', { figures: effects(rows, 'worse', language) })
    case 'undecided':
      return message('gate.undecided', { figures: effects(rows, 'undecided', language) })
    case 'not-valid':
      return message('gate.notValid', {
        reasons: listed([
          ...rows
            .filter(({ state }) => state === 'no-value' && repeats > 0)
            .map(({ figure }) => message('gate.noValue', { figure: figureName(figure, language) })),
          ...new Map(
            refused.flatMap(({ refusals }) =>
              refusals.map(({ reason }) => [JSON.stringify(reason), reason] as const),
            ),
          ).values(),
        ]),
      })
  }
}

/** Number of repeats, and the error rate of this verdict. */
export function gateLooksText({ repeats, rules, rows, starts }: GateResult): Text {
  return sentences([
    message('gate.afterRepeats', { count: repeats }),
    message('gate.startsCounted', starts),
    message('gate.rates', { percent: 100 * rules.errorRate }),
    ...startsText(rows, rules),
  ])
}

/** Maximum loss that an assumed spread between starts can hide; 0 if none is assumed. */
export function assumedReach(rows: readonly GateRow[]): number {
  return Math.max(0, ...rows.map(({ loss }) => (loss?.isSpreadAssumed ? loss.startReach : 0)))
}

/** Minimum loss that these starts can show, if they do not reveal the spread between starts. */
function startsText(rows: readonly GateRow[], { startSpread }: GateResult['rules']): Text[] {
  const reach = assumedReach(rows)
  if (reach === 0) return []
  return [
    message('gate.starts', {
      spread: shareText(startSpread),
      least: shareText(Number(reach.toPrecision(2))),
    }),
  ]
}

/** Recommended next step; null after a pass, and after a loss, because the metrics explain it. */
export function gateAdvice(result: GateResult): Message | null {
  const { verdict, rules, storedBaseline, refused } = result
  if (verdict === 'not-valid') {
    const names = new Set(refused.flatMap(({ refusals }) => refusals.map(({ allow }) => allow)))
    const allowed = allowable.filter((name) => names.has(name)).join(', ')
    return allowed === ''
      ? message('gate.advice.notValidPlain')
      : message('gate.advice.notValid', { allowed })
  }
  if (verdict !== 'undecided') return null
  if (!result.rows.every(canBeDecided)) return message('gate.advice.starts')
  if (result.isStored) return message('gate.advice.stored')
  if (storedBaseline !== null && storedBaseline < rules.mostRepeats) {
    return message('gate.advice.fixedBaseline', { count: storedBaseline })
  }
  const needed = neededRepeats(result)
  return needed === null
    ? message('gate.advice.undecidedPlain', { repeats: rules.mostRepeats })
    : message('gate.advice.undecided', { repeats: rules.mostRepeats, needed })
}

/** Half width of a range shrinks with the square root of the repeats; null if no reasonable number suffices. */
function neededRepeats({ rows, repeats }: GateResult): number | null {
  const needed = rows.map(({ state, loss, figure }) => {
    if (state !== 'undecided') return 0
    if (loss?.bounds === null || loss === null) return Infinity
    const half = (loss.bounds.high - loss.bounds.low) / 2
    return repeats * (half / Math.abs(figure.tolerance - loss.value)) ** 2
  })
  const most = Math.ceil(Math.max(...needed))
  return most > repeats && most <= 10 * repeats ? most : null
}

export function refusedText({ run, refusals }: RefusedRun): Message {
  return message('gate.refused', { run, reasons: listed(refusals.map(({ reason }) => reason)) })
}

function effects(rows: readonly GateRow[], state: GateRow['state'], language: Language): Text {
  return listed(rows.filter((row) => row.state === state).map((row) => effectText(row, language)))
}

function effectText({ figure, loss }: GateRow, language: Language): Message {
  const named = { figure: figureName(figure, language), tolerance: toleranceText(figure) }
  if (loss === null) return message('gate.noValue', { figure: named.figure })
  const { change, low, high } = changeTexts(figure, loss)
  return low === null || high === null
    ? message('gate.effectAlone', { ...named, change })
    : message('gate.effect', { ...named, change, low, high })
}

/** "5 %"; for failed requests, the difference of shares. */
export function toleranceText({ tolerance }: GateMetric): string {
  return shareText(tolerance)
}

type ChangeTexts = Readonly<{ change: string; low: string | null; high: string | null }>

/** Signed like the change of the metric: a loss of throughput is negative, a loss of latency positive. */
export function changeTexts(figure: GateMetric, { value, bounds }: Loss): ChangeTexts {
  const isLoss = figureTraits[figure.name].lowerIsBetter ? 1 : -1
  const ends = bounds === null ? null : [isLoss * bounds.low, isLoss * bounds.high]
  const [low = null, high = null] = ends?.sort((one, other) => one - other) ?? []
  return {
    change: signedPercent(isLoss * value),
    low: low === null ? null : signedPercent(low),
    high: high === null ? null : signedPercent(high),
  }
}
