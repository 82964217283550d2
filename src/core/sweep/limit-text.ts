// Limits in the syntax of files and flags: `p95 ttft <= 300 ms`, `errors <= 1 %`,
// `energy-per-output-token <= 2.5 J/tok`.
import { message, type MessageWithRemedy, remedied } from '#core/messages/message.ts'
import {
  boundSign,
  figureTraits,
  figureWord,
  figureWords,
  isLatency,
  type MetricStatistic,
  parseFigureWords,
  scalarWords,
} from '#core/metrics/figures.ts'
import { metricNames } from '#core/metrics/latencies.ts'
import type { SweepLimit } from '#core/model/sweep.ts'

export function limitText(limit: SweepLimit): string {
  return `${figureWords(limit)} ${boundSign(limit.name)} ${boundText(limit)}`
}

/** `300 ms`, `5 %`, `2.5 J/tok`. */
export function boundText({ name, bound }: Pick<SweepLimit, 'name' | 'bound'>): string {
  const { family, unit, keptAs } = figureTraits[name]
  if (family === 'share') return shareText(bound)
  if (keptAs !== undefined) return ratioText(bound, keptAs)
  return unit === '' ? String(bound) : `${bound} ${unit}`
}

/** `0.8`, or the time per second of media if no factor equals it exactly. */
function ratioText(kept: number, keptAs: number): string {
  const ratio = Number((kept / keptAs).toPrecision(12))
  return ratio * keptAs === kept ? String(ratio) : `${kept} ms`
}

/** `5 %`, or the plain share if no percentage equals it exactly. */
export function shareText(share: number): string {
  const percent = Number((share * 100).toPrecision(12))
  return percent / 100 === share ? `${percent} %` : String(share)
}

/** Inverse of `limitText`; null for invalid text. */
export function parseLimit(text: string): SweepLimit | null {
  const read = readLimit(text)
  return 'message' in read ? null : read
}

/** The limit, or the reason that the text is invalid and the correct syntax. */
export function readLimit(text: string): SweepLimit | MessageWithRemedy {
  const [, words, sign = '', value = ''] = /^([^<>≤≥]+)([<>]=?|[≤≥])(.+)$/.exec(text.trim()) ?? []
  if (words === undefined) return notALimit(text)
  const figure = parseFigureWords(words)
  if (figure === null) return unknownFigure(words.trim())
  if (/^[<≤]/.test(sign) !== figureTraits[figure.name].lowerIsBetter) return otherSign(figure)
  const bound = parseBound(figure, value)
  return bound === null ? notABound(figure, value.trim()) : { ...figure, bound }
}

const number = String.raw`(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)`
const withUnit = new RegExp(`^${number}\\s*(\\D.*)?$`, 'i')

/** Null if the text is neither a percentage nor a share of 0–1. */
export function parseShare(text: string): number | null {
  const [, digits, sign] = new RegExp(`^${number}\\s*(%?)$`).exec(text.trim()) ?? []
  if (digits === undefined) return null
  const share = sign === '%' ? Number(digits) / 100 : Number(digits)
  return share <= 1 ? share : null
}

/**
 * Factors by unit; a latency requires one. A real-time factor may be given as time per second of media, as in earlier versions.
 */
const factors: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ms: { ms: 1, s: 1000 },
  W: { '': 1, w: 1, kw: 1000 },
  '×': { '': 1, '×': 1, x: 1 },
}

function parseBound({ name }: MetricStatistic, text: string): number | null {
  const { family, unit, keptAs } = figureTraits[name]
  if (family === 'share') return parseShare(text)
  const [, digits, stated = ''] = withUnit.exec(text.trim()) ?? []
  const known = factors[unit] ?? { '': 1, [unit.toLowerCase()]: 1 }
  const units = keptAs === undefined ? known : { '': keptAs, ...factors['ms'] }
  const factor = units[stated.toLowerCase()]
  const bound = Number(digits) * (factor ?? NaN)
  return bound > 0 && Number.isFinite(bound) ? bound : null
}

function notALimit(text: string): MessageWithRemedy {
  return {
    message: message('files.notALimit', { value: JSON.stringify(text) }),
    remedy: message('sweeps.limitForm'),
  }
}

function unknownFigure(name: string): MessageWithRemedy {
  const [latencies, others] = [metricNames.join(', '), scalarWords.join(', ')]
  return remedied('sweeps.noFigure', { name, latencies, others })
}

function otherSign(figure: MetricStatistic): MessageWithRemedy {
  const { lowerIsBetter } = figureTraits[figure.name]
  const values = { name: figureWords(figure), sign: boundSign(figure.name) }
  return {
    message: message(lowerIsBetter ? 'sweeps.limit.isAtMost' : 'sweeps.limit.isAtLeast', values),
    remedy: message('sweeps.limit.sign.remedy', values),
  }
}

function notABound(figure: MetricStatistic, value: string): MessageWithRemedy {
  const { name } = figure
  const example = `${figureWords(figure)} ${boundSign(name)} ${boundText({ name, bound: exampleOf(name) })}`
  return {
    message: message('sweeps.limit.notABound', { name: figureWord(name), value }),
    remedy: message('sweeps.limit.bound.remedy', { example }),
  }
}

function exampleOf(name: MetricStatistic['name']): number {
  if (isLatency(name)) return figureTraits[name].keptAs ?? 300
  return figureTraits[name].family === 'share' ? 0.05 : 2
}
