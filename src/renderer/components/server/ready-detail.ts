import type { ServerState } from '#core/model/server.ts'

/** Text beside a ready server's name in a list: its model, or its address if the name is the model. */
export function readyDetail(
  name: string,
  { facts, baseUrl }: Extract<ServerState, { state: 'ready' }>,
): string {
  return facts.model === name ? baseUrl : facts.model
}
