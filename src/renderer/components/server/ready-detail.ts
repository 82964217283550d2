import type { ServerState } from '#core/model/server/server.ts'

/** What a list says of a ready server beside its name: its model, or its address where the name is the model. */
export function readyDetail(
  name: string,
  { facts, baseUrl }: Extract<ServerState, { state: 'ready' }>,
): string {
  return facts.model === name ? baseUrl : facts.model
}
