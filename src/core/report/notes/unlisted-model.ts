// That a run asked for a model its server does not list: some servers take any name, others respond with another model.
import type { ServerFacts } from '../../model/server/server.ts'

/** Null where the server lists it. */
export function unlistedModelNote(
  { model, unlisted }: Pick<ServerFacts, 'model' | 'unlisted'>,
  baseUrl: string,
): string | null {
  if (unlisted === undefined) return null
  const asked = `Requests asked for "${model}" all the same.`
  if (unlisted.listed === null) return `${baseUrl}/v1/models lists no models. ${asked}`
  const names = unlisted.listed.join(', ') || 'none'
  return `The server at ${baseUrl} does not list the model "${model}" (listed: ${names}). ${asked}`
}
