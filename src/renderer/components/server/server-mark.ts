// The state of a server as a mark, and servers as rows of the list.
import type { Server, ServerState } from '#core/model/server.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { Mark, StateItem, Tone } from '../kit/tone.ts'
import { readyDetail } from './ready-detail.ts'
import { serverFacts } from './server-facts.ts'

const tones: Readonly<Record<ServerState['state'], Tone>> = {
  stopped: 'idle',
  starting: 'busy',
  stopping: 'busy',
  detached: 'warn',
  ready: 'good',
  failed: 'bad',
}

export function serverMark({ state }: Pick<Server, 'state'>, t: Translate): Mark {
  return { tone: tones[state.state], word: t(`servers.state.${state.state}`) }
}

export function serverItem(server: Server, t: Translate): StateItem {
  return {
    id: server.id,
    to: { name: 'server', params: { id: server.id } },
    name: server.name,
    subtitle: subtitle(server),
    state: serverMark(server, t),
  }
}

function subtitle({ name, spec, state }: Server): string {
  if (state.state === 'ready') return readyDetail(name, state)
  return serverFacts({ spec, state })[0]?.value ?? ''
}
