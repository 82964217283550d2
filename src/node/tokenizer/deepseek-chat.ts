// A chat as DeepSeek V3.2 encodes it; its models have no template.
import { AppError } from '#core/model/app-error.ts'
import type { ChatMessage } from '#core/workload/message-content.ts'
import type { ChatPrompt } from '#core/workload/tokenizer.ts'

const beginning = '<｜begin▁of▁sentence｜>'

type Place = Readonly<{
  /** The model thinks before its answer to this message. */
  thinks: boolean
}>

const forms: Readonly<Record<string, (text: string, place: Place) => string>> = {
  system: (text) => text,
  user: (text, { thinks }) => `<｜User｜>${text}<｜Assistant｜>${thinks ? '<think>' : '</think>'}`,
  assistant: (text) => `${text}<｜end▁of▁sentence｜>`,
}

/** The variables `thinking` and `enable_thinking` make the model think before its answer. */
export function deepseekChat({ messages, tools, variables = {} }: ChatPrompt): string {
  if (tools !== undefined && tools.length > 0) throw unknown('tools')
  const thinks = isOn(variables.thinking) || isOn(variables.enable_thinking)
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  const written = messages.map((message, index) => {
    const form = forms[message.role]
    if (form === undefined) throw unknown(`messages of the role "${message.role}"`)
    return form(textOf(message), { thinks: thinks && index === lastUser })
  })
  return beginning + written.join('')
}

function isOn(variable: unknown): boolean {
  return Boolean(variable)
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content
  throw unknown('images or sound')
}

function unknown(what: string): AppError {
  return new AppError(
    'tokenizer-unavailable',
    `--tokenizer-mode deepseek_v32 cannot write chats with ${what} here`,
    {
      field: 'skipChatTemplate',
      remedy: 'Pass --skip-chat-template to send the prompts as they are.',
    },
  )
}
