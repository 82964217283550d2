// Formats a chat like DeepSeek V3.2, whose models have no template.
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { ChatMessage } from '#core/workload/message-content.ts'
import type { ChatPrompt } from '#core/workload/tokenizer.ts'

const beginning = '<｜begin▁of▁sentence｜>'

type Place = Readonly<{
  /** Whether the model thinks before its answer to this message. */
  thinks: boolean
}>

const forms: Readonly<Record<string, (text: string, place: Place) => string>> = {
  system: (text) => text,
  user: (text, { thinks }) => `<｜User｜>${text}<｜Assistant｜>${thinks ? '<think>' : '</think>'}`,
  assistant: (text) => `${text}<｜end▁of▁sentence｜>`,
}

/** The variables `thinking` and `enable_thinking` make the model think before its answer. */
export function deepseekChat({ messages, tools, variables = {} }: ChatPrompt): string {
  if (tools !== undefined && tools.length > 0) throw unknown(message('workload.tools'))
  const thinks = isOn(variables.thinking) || isOn(variables.enable_thinking)
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  const written = messages.map((said, index) => {
    const form = forms[said.role]
    if (form === undefined) throw unknown(message('workload.role', { role: said.role }))
    return form(contentText(said), { thinks: thinks && index === lastUser })
  })
  return beginning + written.join('')
}

function isOn(variable: unknown): boolean {
  return Boolean(variable)
}

function contentText({ content }: ChatMessage): string {
  if (typeof content === 'string') return content
  throw unknown(message('workload.imagesOrSound'))
}

function unknown(what: Text): AppError {
  return new AppError('tokenizer-unavailable', message('workload.deepSeekChat', { what }), {
    field: 'skipChatTemplate',
    remedy: message('workload.skipChatTemplate'),
  })
}
