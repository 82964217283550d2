// Texts and building blocks of a report's page.
import type { LoadUnit } from '#core/traits/load-traits.ts'
import { rateText } from '#core/sweep/knee-text.ts'
import type { Language } from '#core/messages/languages.ts'
import { clauses, message, type Message, type Text, textIn } from '#core/messages/message.ts'
import { element, escaped } from '#core/base/markup.ts'
import { dash as none } from '#core/base/numbers.ts'
import { numberText } from '#core/base/saved-number.ts'
import type { ReportLoad } from '../report-load.ts'

/** `2026-03-01 11:00:00 UTC`: identical in every time zone. */
export function momentText(epochMs: number | null): string {
  if (epochMs === null) return none
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

export function loadText({ rate, concurrency, held }: ReportLoad): Text {
  const load = requestedText(rate, held)
  return concurrency === null
    ? load
    : clauses([load, message(`sweeps.within.${held}`, { count: concurrency })])
}

function requestedText(rate: number | 'inf' | null, held: LoadUnit): Text {
  if (rate === null) return none
  return rate === 'inf' ? message('report.load.atOnce') : rateText(numberText(rate), held)
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
