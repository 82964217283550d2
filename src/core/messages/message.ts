// What users read about a failure, a decision or a state, as data: an id of the catalogues and its parameters.
import { languageRecords } from './language-records.ts'
import type { Language } from './languages.ts'
import type { en } from './en/catalogue.ts'
import { filled, parameterNames, type Parameters } from './template.ts'

type English = typeof en

export type MessageId = keyof English

export interface Message {
  readonly id: MessageId
  readonly params: Readonly<Record<string, Text | number>>
}

/** A message, or a text that is not ours to translate: a log line, a path, what the system reported. */
export type Text = string | Message

/** An id beside which the catalogue has `id.remedy`: what to do about it. */
export type RemediedId = WithRemedy<MessageId>

type WithRemedy<Id> = Id extends MessageId ? (`${Id}.remedy` extends MessageId ? Id : never) : never

/** What is absent reads as in a template: "null". */
type Value = Text | number | null | undefined

type ParametersOf<Id extends MessageId> = Parameters<English[Id], Value>

export function message<Id extends MessageId>(
  id: Id,
  ...[params]: keyof ParametersOf<Id> extends never ? [] : [params: ParametersOf<Id>]
): Message {
  return { id, params: Object.fromEntries(Object.entries<Value>({ ...params }).map(known)) }
}

const known = ([name, value]: [string, Value]) => [name, value ?? String(value)] as const

/** Of a text and its remedy. */
export type RemediedParameters<Id extends RemediedId> = ParametersOf<Id> &
  ParametersOf<`${Id}.remedy`>

export type MessageWithRemedy = Readonly<{ message: Message; remedy: Message }>

/** The text `id` and its remedy; `params` are those of both. */
export function remedied<Id extends RemediedId>(
  id: Id,
  ...[params]: keyof RemediedParameters<Id> extends never ? [] : [params: RemediedParameters<Id>]
): MessageWithRemedy {
  return remediedWith(id, { ...params })
}

/** Likewise where parameters are found, not written: what neither text names is left out. */
export function remediedWith(
  id: RemediedId,
  params: Readonly<Record<string, Value>>,
): MessageWithRemedy {
  return { message: naming(id, params), remedy: naming(`${id}.remedy`, params) }
}

function naming(id: MessageId, params: Readonly<Record<string, Value>>): Message {
  const named = parameterNames(languageRecords.en.catalogue[id])
  const given = Object.entries(params).filter(([name]) => named.has(name))
  return { id, params: Object.fromEntries(given.map(known)) }
}

export function textIn(language: Language, text: Text | number): string {
  if (typeof text !== 'object') return String(text)
  const { id, params } = text
  return filled(languageRecords[language].catalogue[id], (name) =>
    textIn(language, params[name] ?? ''),
  )
}

export function inEnglish(text: Text): string {
  return textIn('en', text)
}

/** The same with `change` applied to every text in it that is not a message. */
export function mapTexts(text: Text, change: (text: string) => string): Text {
  if (typeof text === 'string') return change(text)
  const params = Object.entries(text.params).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : mapTexts(value, change),
  ])
  return { ...text, params: Object.fromEntries(params) as Message['params'] }
}
