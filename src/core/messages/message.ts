// Text about a failure, a decision or a state, as data: an id of the catalogues and its parameters.
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

/** Message, or untranslated text: a log line, a path, a report of the system. */
export type Text = string | Message

/** Id with an entry `id.remedy` in the catalogue. */
export type RemediedId = WithRemedy<MessageId>

type WithRemedy<Id> = Id extends MessageId ? (`${Id}.remedy` extends MessageId ? Id : never) : never

/** Absent values render as in a template literal: "null". */
type Value = Text | number | null | undefined

type ParametersOf<Id extends MessageId> = Parameters<English[Id], Value>

export function message<Id extends MessageId>(
  id: Id,
  ...[params]: keyof ParametersOf<Id> extends never ? [] : [params: ParametersOf<Id>]
): Message {
  return { id, params: Object.fromEntries(Object.entries<Value>({ ...params }).map(known)) }
}

const known = ([name, value]: [string, Value]) => [name, value ?? String(value)] as const

export type RemediedParameters<Id extends RemediedId> = ParametersOf<Id> &
  ParametersOf<`${Id}.remedy`>

export type MessageWithRemedy = Readonly<{ message: Message; remedy: Message }>

/** Text `id` with its remedy; `params` are the parameters of both. */
export function remedied<Id extends RemediedId>(
  id: Id,
  ...[params]: keyof RemediedParameters<Id> extends never ? [] : [params: RemediedParameters<Id>]
): MessageWithRemedy {
  return remediedWith(id, { ...params })
}

/** Variant for parameters computed at run time; parameters that neither text uses are ignored. */
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

/** Copy of `text` with `change` applied to every nested string that is not a message. */
export function mapTexts(text: Text, change: (text: string) => string): Text {
  if (typeof text === 'string') return change(text)
  const params = Object.entries(text.params).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : mapTexts(value, change),
  ])
  return { ...text, params: Object.fromEntries(params) as Message['params'] }
}
