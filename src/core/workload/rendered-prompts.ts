// Prompts in the model's chat template, or a sentence on what to do where the model has none.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { userMessage } from './message-content.ts'
import type { ChatPrompt, Tokenizer } from './tokenizer.ts'

/** Each prompt as one message of a user. */
export function renderedPrompts(
  prompts: readonly string[],
  tokenizer: Pick<Tokenizer, 'renderChats'>,
  variables: ChatPrompt['variables'] = {},
): Promise<readonly string[]> {
  const chats = prompts.map((prompt) => ({ messages: [userMessage(prompt)], variables }))
  return renderedChats(chats, tokenizer)
}

/** Each prompt as one message of a user, or as it is where the model has no template. */
export async function renderedIfPossible(
  prompts: readonly string[],
  tokenizer: Pick<Tokenizer, 'renderChats'>,
): Promise<readonly string[]> {
  const chats = prompts.map((prompt) => ({ messages: [userMessage(prompt)] }))
  return (await tokenizer.renderChats(chats)) ?? prompts
}

export async function renderedChats(
  chats: readonly ChatPrompt[],
  tokenizer: Pick<Tokenizer, 'renderChats'>,
): Promise<readonly string[]> {
  const rendered = await tokenizer.renderChats(chats)
  if (rendered !== null) return rendered
  throw new AppError('invalid-input', message('workload.noChatTemplate'), {
    field: 'skipChatTemplate',
    remedy: message('workload.noChatTemplate.remedy'),
  })
}
