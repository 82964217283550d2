// Renders a chat through a model's own template, ready for its answer.
import { textOf } from '#core/messages/message-error.ts'
import { Template } from '@huggingface/jinja'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { ChatPrompt } from '#core/workload/tokenizer.ts'

/** Throws `tokenizer-unavailable` when the template cannot be understood or refuses the messages. */
export function chatTemplate(
  source: string,
  specialTokens: Readonly<Record<string, string>>,
): (chat: ChatPrompt) => string {
  const template = attempt(() => new Template(source))
  return ({ messages, tools, variables }) =>
    attempt(() =>
      template.render({
        ...specialTokens,
        messages,
        ...(tools && { tools }),
        add_generation_prompt: true,
        ...variables,
      }),
    )
}

function attempt<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new AppError(
      'tokenizer-unavailable',
      message('workload.chatTemplate', { why: textOf(error) }),
      {
        field: 'skipChatTemplate',
        remedy: message('workload.skipChatTemplate'),
        cause: error,
      },
    )
  }
}
