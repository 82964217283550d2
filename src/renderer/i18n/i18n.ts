// The window's language: `t` with keys checked by the compiler, messages of core, parts of sentences, and times.
import { shallowRef } from 'vue'
import type { Language } from '#core/messages/languages.ts'
import { filled } from '#core/messages/template.ts'
import { type Text, textIn } from '#core/messages/message.ts'
import { dash, formatNumber, formatShare, unbroken, withUnit } from '#core/base/numbers.ts'
import { figureTraits, inItsUnit, type LimitMetric } from '#core/metrics/figures.ts'
import { latencyFormat, type LatencyUnit } from '#core/metrics/latency-unit.ts'
import type { TextPath, ValuesOf } from '#core/messages/window-texts.ts'
import type { LanguageTexts, WindowTexts } from './en.ts'

export type FillValues = Readonly<Record<string, string | number>>

/** The text for a key in the current language; reactive to language changes. */
export type Translate = <Key extends TextKey>(
  key: Key,
  ...values: keyof TextValues<Key> extends never ? [] : [values: TextValues<Key>]
) => string

const language = shallowRef<Language>('en')

/** Templates of each language, by key. */
const templates = new Map<Language, Map<string, string>>()

export const t: Translate = (key, ...[values]) => textOf(key, values)

/** Text for a key from data; whether the values fit the text is only known at run time. */
export function textOf(key: TextKey, values?: FillValues): string {
  const template = templateOf(language.value, key)
  const text = values ? filled(template, (name) => String(values[name] ?? '')) : template
  return unbroken(text)
}

/** Its texts must be registered with `learn` first. */
export function speak(wanted: Language): void {
  language.value = wanted
}

/** Reactive to language changes. */
export function currentLanguage(): Language {
  return language.value
}

function templateOf(spoken: Language, key: string): string {
  const known = templates.get(spoken) ?? new Map<string, string>()
  templates.set(spoken, known)
  const template = known.get(key) ?? textAt(textsIn(spoken).window, key)
  known.set(key, template)
  return template
}

/** A composed key may have no text: the key itself is shown, as the only trace of the mistake. */
function textAt(branch: unknown, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (within, part) =>
        typeof within === 'object' && within !== null ? Reflect.get(within, part) : undefined,
      branch,
    )
  return typeof found === 'string' ? found : key
}

/** A message of core in the current language; reactive to language changes. */
export function said(text: Text): string {
  return unbroken(textIn(language.value, text))
}

/** Joins sentences; a Chinese full stop needs no space after it. */
export function inSequence(sentences: readonly string[]): string {
  return sentences.join(' ').replace(/(?<=[。；：？！]) /g, '')
}

/** Parts of one sentence. */
export function listed(parts: readonly string[], t: Translate): string {
  return parts.slice(1).reduce((one, other) => t('common.listed', { one, other }), parts[0] ?? '')
}

type OptionalNumber = number | null | undefined

/** A latency given in ms: in µs below 0.1 ms, in s from 1 s. */
export function formatLatency(ms: OptionalNumber): string {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return dash
  if (ms !== 0 && Math.abs(ms) < 0.1) return withUnit(formatNumber(1000 * ms, 1), 'µs')
  return Math.abs(ms) < 999.5
    ? withUnit(formatNumber(ms), 'ms')
    : withUnit(formatNumber(ms / 1000), 's')
}

/** A duration given in seconds: `0.35 s`, `12.0 s`, `2:10`, `1:02:03`. */
export function formatDuration(seconds: OptionalNumber): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return dash
  if (seconds < 59.95) return withUnit(formatNumber(seconds), 's')
  return clock(Math.round(seconds))
}

/** Remaining or elapsed time of a running clock, in whole seconds: `0:09`, `2:10`. */
export function formatClock(seconds: OptionalNumber): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return dash
  return clock(Math.max(0, Math.round(seconds)))
}

function clock(whole: number): string {
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const tail = String(whole % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
}

/** A time in the user's time zone: `2026-08-01 14:03`, sortable and the same in every language. */
export function formatMoment(epochMs: OptionalNumber): string {
  if (epochMs === null || epochMs === undefined) return dash
  const at = new Date(epochMs)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The time of day in the user's time zone: `14:03:09`. */
export function formatTimeOfDay(epochMs: number): string {
  const at = new Date(epochMs)
  return [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((value) => String(value).padStart(2, '0'))
    .join(':')
}

/** Formats a stored value: `302 ms`, `0.42`, `60 %`, `2.31 J/tok`; a latency in the unit of the page, if it has one. */
export function formatFigure(
  name: LimitMetric,
  kept: number | null | undefined,
  pageUnit: LatencyUnit | null = null,
): string {
  if (kept === null || kept === undefined || Number.isNaN(kept)) return dash
  const { family, unit } = figureTraits[name]
  if (family === 'share') return formatShare(kept)
  if (pageUnit !== null) return withUnit(latencyFormat(pageUnit)(kept), pageUnit.symbol)
  if (unit === 'ms') return formatLatency(kept)
  return withUnit(formatNumber(inItsUnit(name, kept)), unit)
}

/** `servers.title` and so on; any other key does not compile. */
export type TextKey = TextPath<WindowTexts>

/** Values inserted into a key's text. */
type TextValues<Key extends TextKey> = ValuesOf<WindowTexts, Key>

const loaders: Readonly<Record<Language, () => Promise<LanguageTexts>>> = {
  en: async () => (await import('./en.ts')).en,
  zh: async () => (await import('./zh.ts')).zh,
}

const known = new Map<Language, LanguageTexts>()

/** Loads the texts of a language. */
export async function learn(language: Language): Promise<void> {
  if (!known.has(language)) known.set(language, await loaders[language]())
}

/** Its texts must be registered with `learn` first. */
export function textsIn(language: Language): LanguageTexts {
  const texts = known.get(language)
  if (texts === undefined) throw new Error(`The texts of ${language} are not loaded.`)
  return texts
}

/** Splits a text so that every second part is a flag, which a browser would otherwise break after its first hyphen. */
export function flagParts(text: string): readonly string[] {
  return text.split(/(--[\w-]+)/)
}
