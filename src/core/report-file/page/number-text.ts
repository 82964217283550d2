// Numbers and building blocks of a report's page; numbers have no more digits than are significant.
import { clauses } from '../../messages/joined.ts'
import type { Language } from '#core/messages/languages.ts'
import { message, textIn, type Message, type Text } from '#core/messages/message.ts'
import { element, escaped } from '#core/base/markup.ts'
import { trueMinus } from '#core/base/true-minus.ts'
import type { ReportLoad } from '../report-load.ts'

export const none = '–'

/** Formats by number of decimals; created once, because a page has thousands of numbers. */
const formats = [0, 1, 2].map(
  (decimals) => new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals }),
)
const plain = new Intl.NumberFormat('en-US')

/** Four digits, more than any interval here justifies. */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return none
  const digits = Math.max(0, 3 - Math.floor(Math.log10(Math.max(1, Math.abs(value)))))
  const small = value !== 0 && Math.abs(value) < 1
  const text = small
    ? String(Number(value.toPrecision(3)))
    : (formats[Math.min(2, digits)] ?? plain).format(value)
  return trueMinus(text)
}

/** `2026-03-01 11:00:00 UTC`: identical in every time zone. */
export function momentText(epochMs: number | null): string {
  if (epochMs === null) return none
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

export function loadText({ rate, concurrency, held }: ReportLoad): Text {
  const load = rateText(rate)
  return concurrency === null
    ? load
    : clauses([load, message(`sweeps.within.${held}`, { count: concurrency })])
}

function rateText(rate: number | 'inf' | null): Text {
  if (rate === null) return none
  return rate === 'inf' ? message('report.load.atOnce') : `${numberText(rate)} req/s`
}

/** `max-num-seqs 8: `; empty if there is only one configuration. */
export function namePrefix(name: Text): Text {
  return name === '' ? '' : message('common.at', { place: name, text: '' })
}

/** Ascending whole numbers as ranges: `1–4, 7`. */
export function rangesText(numbers: readonly number[]): string {
  const ranges: [from: number, to: number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] + 1 === number) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
}

/** Text as markup. */
export function shown(text: Text, language: Language): string {
  return escaped(textIn(language, text))
}

/** `title` is text; `content` is markup. */
export function section(id: string, title: string, ...content: string[]): string {
  return element(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title` }, escaped(title)),
    ...content,
  )
}

export function list(sentences: readonly Text[], language: Language): string {
  return element('ul', {}, ...sentences.map((one) => element('li', {}, shown(one, language))))
}

/** Names with their descriptions. */
export function descriptions(
  rows: readonly (readonly [name: Text, text: Text])[],
  language: Language,
  attributes: Readonly<{ class?: string }> = {},
): string {
  const written = rows.map(
    ([name, text]) =>
      element('dt', {}, shown(name, language)) + element('dd', {}, shown(text, language)),
  )
  return element('dl', attributes, ...written)
}

/** Summary of a collapsed block. */
export function summary(title: Text, language: Language): string {
  return element('summary', {}, shown(title, language))
}

type NumberedLoad = ReportLoad & Readonly<{ number: number }>

/** `Point 3, 8 req/s` */
export function pointTitle({ number, ...load }: NumberedLoad): Message {
  return message('report.pointAt', { number, load: loadText(load) })
}
