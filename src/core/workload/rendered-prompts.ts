// Prompts in the model's chat template, or a sentence on what to do where the model has none.
import { AppError } from '#core/model/app-error.ts'
import type { Tokenizer } from './tokenizer.ts'

export async function renderedPrompts(
  prompts: readonly string[],
  tokenizer: Pick<Tokenizer, 'renderUserMessages'>,
): Promise<readonly string[]> {
  const rendered = await tokenizer.renderUserMessages(prompts)
  if (rendered !== null) return rendered
  throw new AppError('invalid-input', 'the model has no chat template to put the prompts into', {
    field: 'skipChatTemplate',
    remedy:
      'Pass --skip-chat-template where the dataset allows it, or name a tokenizer that has a template.',
  })
}
