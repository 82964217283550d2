// Note about a requested model that the server does not list: some servers accept any name, others respond with another model.
import { message, type Message } from '../messages/message.ts'
import type { ServerFacts } from '#core/model/server.ts'

/** Null if the server lists the model. */
export function unlistedModelNote(
  { model, unlisted }: Pick<ServerFacts, 'model' | 'unlisted'>,
  url: string,
): Message | null {
  if (unlisted === undefined) return null
  if (unlisted.listed === null) return message('notes.noModelList', { url, model })
  const names = unlisted.listed.join(', ') || message('notes.unlisted.none')
  return message('notes.unlisted', { url, model, names })
}
