// Formats a chat like Mistral's own library, which uses no template; `tokenizer-document.test.ts` compares them.
import { message, type Text } from '#core/messages/message.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { ChatMessage, ContentPart } from '#core/workload/message-content.ts'
import type { ChatPrompt } from '#core/workload/tokenizer.ts'

type Form = Readonly<{
  /** Whether the system message precedes the last user message instead of having a separate position. */
  systemIsAsked: boolean
  /** The user message that tools precede. */
  toolsBefore: 'first' | 'last'
}>

const early: Form = { systemIsAsked: true, toolsBefore: 'last' }
const later: Form = { systemIsAsked: false, toolsBefore: 'last' }

/** Formats by the version in a tekken.json. */
const forms: Readonly<Record<string, Form>> = {
  v2: early,
  v3: early,
  v7: later,
  v11: later,
  v13: { ...later, toolsBefore: 'first' },
}

type Turn = Readonly<{ role: string; text: string }>

export function mistralChat(version: string): (chat: ChatPrompt) => string {
  const form = forms[version]
  return ({ messages, tools }) => {
    if (form === undefined) throw unknown(message('workload.tekkenVersion', { version }))
    const turns = joined(messages.map(turnOf))
    const placed = form.systemIsAsked ? withSystemAsked(turns) : turns
    const roles = placed.map(({ role }) => role)
    const toolsAt = form.toolsBefore === 'first' ? roles.indexOf('user') : roles.lastIndexOf('user')
    const written = placed.map((turn, index) => {
      return (tools && index === toolsAt ? toolsText(tools) : '') + turnText(turn)
    })
    return `<s>${written.join('')}`
  }
}

function turnOf({ role, content }: ChatMessage): Turn {
  return { role, text: typeof content === 'string' ? content : paragraphs(content.map(textOf)) }
}

function textOf(part: ContentPart): string {
  if (part.type !== 'text') throw unknown(message('workload.chatWithMedia'))
  return part.text
}

/** Joins consecutive messages of one role, except the system's. */
function joined(turns: readonly Turn[]): readonly Turn[] {
  const whole: Turn[] = []
  for (const { role, text } of turns) {
    const before = role === 'system' ? undefined : whole.at(-1)
    const texts = before?.role === role ? [whole.pop()?.text ?? '', text] : [text]
    whole.push({ role, text: paragraphs(texts) })
  }
  return whole
}

function withSystemAsked(turns: readonly Turn[]): readonly Turn[] {
  const system = turns.filter(({ role }) => role === 'system').map(({ text }) => text)
  const others = turns.filter(({ role }) => role !== 'system')
  const last = others.findLastIndex(({ role }) => role === 'user')
  return others.map(({ role, text }, index) => {
    return { role, text: index === last ? paragraphs([...system, text]) : text }
  })
}

const turnTexts: Readonly<Record<string, (text: string) => string>> = {
  system: (text) => `[SYSTEM_PROMPT]${text}[/SYSTEM_PROMPT]`,
  user: (text) => `[INST]${text}[/INST]`,
  assistant: (text) => `${text}</s>`,
}

function turnText({ role, text }: Turn): string {
  const write = turnTexts[role]
  if (write === undefined) throw unknown(message('workload.chatSpeaker', { who: role }))
  return write(text)
}

function toolsText(tools: readonly unknown[]): string {
  return `[AVAILABLE_TOOLS]${spaced(tools)}[/AVAILABLE_TOOLS]`
}

/** JSON with a space after every comma and colon. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${spaced(each)}`,
  )
  return `{${entries.join(', ')}}`
}

function paragraphs(texts: readonly string[]): string {
  return texts.join('\n\n')
}

function unknown(what: Text): AppError {
  return appError(
    'tokenizer-unavailable',
    'workload.mistralChat',
    { what },
    { field: 'skipChatTemplate' },
  )
}
