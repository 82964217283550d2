// Renders one user message through a model's own chat template, ready for its answer.
import { Template } from '@huggingface/jinja'
import { AppError, messageOf } from '#core/model/app-error.ts'

/** Throws `tokenizer-unavailable` when the template cannot be understood or refuses the message. */
export function chatTemplate(
  source: string,
  specialTokens: Readonly<Record<string, string>>,
): (text: string) => string {
  const template = attempt(() => new Template(source))
  return (text) =>
    attempt(() =>
      template.render({
        ...specialTokens,
        messages: [{ role: 'user', content: text }],
        add_generation_prompt: true,
      }),
    )
}

function attempt<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new AppError(
      'tokenizer-unavailable',
      `the model's chat template cannot be used: ${messageOf(error)}`,
      {
        field: 'skipChatTemplate',
        remedy: 'Pass --skip-chat-template to send the prompts as they are.',
        cause: error,
      },
    )
  }
}
