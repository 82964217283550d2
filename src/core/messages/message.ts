// Text about a failure, decision or state, as data: an id in the catalogues and its parameters.
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

/** Message, or untranslated text: a log line, a path, a system error. */
export type Text = string | Message

/** Id with an entry `id.remedy` in the catalogue. */
export type RemediedId = WithRemedy<MessageId>

type WithRemedy<Id> = Id extends MessageId ? (`${Id}.remedy` extends MessageId ? Id : never) : never

/** Absent values render as in a template literal: "null". */
type Value = Text | number | null | undefined

type ParametersOf<Id extends MessageId> = Parameters<English[Id], Value>

export type ParameterOf<Id extends MessageId> = keyof ParametersOf<Id> & string

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

export type ErrorContent = Readonly<{ message: Text; remedy: Text | null }>

/** Error whose text is a message. `message` is its English text, for logs and files. */
export class MessageError extends Error {
  readonly content: ErrorContent

  constructor(
    message: Text,
    { remedy = null, cause }: { remedy?: Text | null; cause?: unknown } = {},
  ) {
    super(inEnglish(message), cause === undefined ? undefined : { cause })
    this.content = { message, remedy }
  }
}

/** Text of anything thrown: its message if it has one, else its string. */
export function textOf(error: unknown): Text {
  return contentOf(error).message
}

export function contentOf(error: unknown): ErrorContent {
  if (error instanceof MessageError) return error.content
  return { message: error instanceof Error ? messageIn(error) : String(error), remedy: null }
}

type SchemaIssue = Readonly<{ path: readonly PropertyKey[]; message: string }>

/** Zod's own message lists all invalid values as JSON, so its first value is named instead. */
function messageIn(error: Error): string {
  const issues = 'issues' in error ? (error.issues as readonly SchemaIssue[]) : []
  const [issue] = issues
  if (issue === undefined) return systemReason(error) ?? (error.message || error.name)
  return `${issue.path.map(String).join('.')}: ${issue.message}`.replace(/^: /, '')
}

/** Node puts the code before the reason and the call after it: "ENOENT: no such file or directory, open 'a.json'". */
function systemReason(error: Error): string | undefined {
  return 'syscall' in error ? /^[A-Z\d]+: ([^,]+)/.exec(error.message)?.[1] : undefined
}

/** Consecutive sentences. */
export function sentences(texts: readonly Text[]): Text {
  return folded(texts, (first, second) => message('common.two', { first, second }))
}

/** `a · b · c` */
export function dotted<First extends Text>(first: First, others: readonly Text[]): First | Message {
  return others.reduce<First | Message>(
    (line, next) => message('common.dotted', { line, next }),
    first,
  )
}

/** `a, b or c`. */
export function choice(words: readonly Text[]): Text {
  const last = words.at(-1) ?? ''
  if (words.length < 2) return last
  return message('common.or', { first: listed(words.slice(0, -1)), last })
}

/** `a, b, c` */
export function listed(texts: readonly Text[]): Text {
  return folded(texts, (first, last) => message('common.and', { first, last }))
}

/** Parts of one sentence, which Chinese separates with a different comma than a list of words. */
export function clauses(texts: readonly Text[]): Text {
  return folded(texts, (first, last) => message('common.clauses', { first, last }))
}

/** Maximum nesting of messages: they are rendered recursively, and thousands would overflow the stack. */
const mostNested = 64

function folded(texts: readonly Text[], join: (before: Text, next: Text) => Message): Text {
  if (texts.length > mostNested) {
    const groups = Math.ceil(texts.length / mostNested)
    const size = Math.ceil(texts.length / groups)
    const parts = Array.from({ length: groups }, (_, group) =>
      folded(texts.slice(group * size, (group + 1) * size), join),
    )
    return folded(parts, join)
  }
  const [first = '', ...others] = texts
  return others.reduce<Text>(join, first)
}

/** Problem and remedy as consecutive sentences. */
export function statementOf(error: unknown): Text {
  const { message: problem, remedy } = contentOf(error)
  return sentences(remedy === null ? [problem] : [problem, remedy])
}

/** Failure as stored: English texts, and the messages; absent if an earlier version stored it. */
export type StoredFailure = Readonly<{
  message: string
  remedy: string | null
  content?: ErrorContent | undefined
}>

/** `redact` is applied to every text that is not a message. */
export function storedFailure(
  { message, remedy }: ErrorContent,
  redact = (text: string) => text,
): StoredFailure {
  const content = { message: mapTexts(message, redact), remedy }
  return {
    message: inEnglish(content.message),
    remedy: remedy === null ? null : inEnglish(remedy),
    content,
  }
}

export function failureContent({ message, remedy, content }: StoredFailure): ErrorContent {
  return content ?? { message, remedy }
}

const schemaTexts = new Map<string, Message>()
const mostSchemaTexts = 1000

/** English form of a message that a schema defines, because zod accepts strings only. */
export function schemaText(text: Message): string {
  const english = inEnglish(text)
  if (schemaTexts.size === mostSchemaTexts) schemaTexts.clear()
  schemaTexts.set(english, text)
  return english
}

/** Message behind the text of an issue; undefined if no schema defined it. */
export function schemaMessage(text: string): Message | undefined {
  return schemaTexts.get(text)
}
