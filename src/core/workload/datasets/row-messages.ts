// Messages of a row, under the field names of other tools: OpenAI's API and batches, ShareGPT, Alpaca, TGI, benchmarks.
import { parsedJson } from '#core/base/parsed-json.ts'
import { z } from 'zod'
import type { Text } from '#core/messages/message.ts'
import type { ChatMessage } from '../message-content.ts'
import { innerRow, isRow, parseEntry, type Row } from './dataset-entry.ts'

export type RowMessage = Readonly<{
  /** `system`, `user`, `assistant`, or the file's own name of another role. */
  role: string
  text: string
  /** The message as in the file. */
  given: Row
}>

type MessageContext = Readonly<{
  where: string
  remedy: Text
  /** Number of required messages; later ones are not read. */
  most?: number
}>

export type RowMessages = Readonly<{
  /** A system prompt next to the messages. */
  system: string | null
  messages: readonly RowMessage[]
  tools: readonly unknown[]
}>

const lists = ['conversations', 'conversation', 'messages', 'items', 'dialogue', 'dialog', 'chat']
/** Lists that contain only user messages, or alternating texts; and lists under the field name of a text. */
const otherLists = ['turns', 'texts', 'contents', 'data', 'prompt', 'input', 'text']
const userLists = new Set(['turns', 'texts'])
const questions =
  'prompt text text_input instruction question query input inputs content user user_prompt message'.split(
    ' ',
  )
const contexts = ['input', 'context']
const answers = ['output', 'response', 'answer', 'completion']
const texts = ['content', 'value', 'text', 'parts']

const roles: readonly (readonly [RegExp, string])[] = [
  [/^developer$/, 'system'],
  [/^(human|prompter)$/, 'user'],
  [/^((chat)?gpt|bing|bard|model|bot|ai)$/, 'assistant'],
]

/** Value of the first of these fields that is present, in any case and with any separators. */
function fieldOf(row: Row, names: readonly string[]): unknown {
  const exact = names.find((name) => isPresent(row[name]))
  if (exact !== undefined) return row[exact]
  const spelt = new Map(Object.entries(row).map(([name, value]) => [plainName(name), value]))
  return names.map((name) => spelt.get(plainName(name))).find(isPresent)
}

/** Null for a row without messages or texts. Throws for a message without text, with its position. */
export function messagesIn(entry: unknown, context: MessageContext): RowMessages | null {
  if (typeof entry === 'string') return messagesIn({ text: entry }, context)
  if (Array.isArray(entry)) return messagesIn({ messages: entry as unknown }, context)
  if (!isRow(entry)) return null
  const row = innerRow(entry)
  const system = textOrNull(fieldOf(row, ['system', 'system_prompt']))
  const rest = { system, tools: listOf(row['tools'], true) ?? [] }
  for (const name of [...lists, ...otherLists]) {
    const list = listOf(row[name], lists.includes(name))
    if (list !== null) return { ...rest, messages: listed(name, list, context) }
  }
  const messages = transcriptIn(row) ?? exchangesIn(row)
  if (messages !== null) return { ...rest, messages }
  const name = lists.find((each) => isPresent(row[each]))
  if (name !== undefined) parseEntry(z.object({ [name]: z.array(z.unknown()) }), row, context)
  return null
}

/** Lists in a table are JSON. A list under the field name of a text must contain messages. */
function listOf(value: unknown, isNamedList: boolean): readonly unknown[] | null {
  if (isNamedList && typeof value === 'string') return listOf(parsedJson(value), true)
  if (!Array.isArray(value)) return null
  const list: readonly unknown[] = value
  const holdsTurns = list.every((item) => isRow(item) || typeof item === 'string')
  return isNamedList || (holdsTurns && list.length > 0) ? list : null
}

/** Turns of a preferred text, as in Anthropic's hh-rlhf. */
function transcriptIn({ chosen }: Row): readonly RowMessage[] | null {
  if (typeof chosen !== 'string' || !/^\s*Human:/.test(chosen)) return null
  const turns = chosen.split(/(?:^|\n\n)(?:Human|Assistant):/).slice(1)
  return turns.map((text, index) => messageOf(roleAt(index), text.trim(), {}))
}

/** A question with its context, after earlier exchanges and before its answer. */
function exchangesIn(row: Row): readonly RowMessage[] | null {
  const asked = textOrNull(fieldOf(row, questions))
  if (asked === null) return null
  const context = isPresent(row['instruction']) ? textOrNull(fieldOf(row, contexts)) : null
  const before = listOf(row['history'], true) ?? []
  const last = context === null ? asked : `${asked}\n\n${context}`
  return [...before.flat(), last, fieldOf(row, answers)].flatMap((text, index) =>
    typeof text === 'string' ? [messageOf(roleAt(index), text, {})] : [],
  )
}

function listed(
  name: string,
  list: readonly unknown[],
  context: MessageContext,
): readonly RowMessage[] {
  const read = list.slice(0, context.most)
  const messages = read.map((item, index) => turnOf(item, userLists.has(name) ? 0 : index))
  if (messages.every((turn) => turn !== null)) return messages
  const place = z.array(z.looseObject({}).check(requireText))
  parseEntry(z.object({ [name]: place }), { [name]: read }, context)
  return []
}

/** Names the field that has no text. */
function requireText({ value, issues }: z.core.ParsePayload<Row>): void {
  if (turnOf(value, 0) !== null) return
  const usual = 'role' in value ? 'content' : 'value'
  const name = texts.find((each) => value[each] !== undefined) ?? usual
  issues.push({ code: 'invalid_type', expected: 'string', input: value[name], path: [name] })
}

function turnOf(item: unknown, index: number): RowMessage | null {
  if (typeof item === 'string') return messageOf(roleAt(index), item, {})
  if (!isRow(item)) return null
  const text = textOf(fieldOf(item, texts)) ?? (isPresent(item['tool_calls']) ? '' : null)
  const role = textOf(fieldOf(item, ['role', 'from', 'speaker'])) ?? roleAt(index)
  return text === null ? null : messageOf(role, text, item)
}

function messageOf(role: string, text: string, given: Row): RowMessage {
  const name = role.toLowerCase()
  return { role: roles.find(([pattern]) => pattern.test(name))?.[1] ?? name, text, given }
}

function roleAt(index: number): string {
  return index % 2 === 0 ? 'user' : 'assistant'
}

/** A text, the text of an object, or the texts of its parts. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (isRow(value)) return textOf(fieldOf(value, texts))
  if (!Array.isArray(value)) return null
  const parts: readonly unknown[] = value
  return parts
    .map((part) => (isRow(part) ? part['text'] : part))
    .filter((part) => typeof part === 'string')
    .join('')
}

/** The message in API format, including parts, tool calls and their results. */
export function chatMessageOf({ role, text, given }: RowMessage): ChatMessage {
  const kept = ['name', 'tool_calls', 'tool_call_id'].filter((name) => isPresent(given[name]))
  const content = Array.isArray(given['content'])
    ? (given['content'] as ChatMessage['content'])
    : text
  return { role, content, ...Object.fromEntries(kept.map((name) => [name, given[name]])) }
}

function textOrNull(value: unknown): string | null {
  const text = textOf(value)
  return text === '' ? null : text
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}
