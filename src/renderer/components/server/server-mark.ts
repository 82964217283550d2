// The state of a server, as a tone and a word.
import type { Server, ServerState } from '#core/model/server/server.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { Tone } from '../kit/tone.ts'

const tones: Readonly<Record<ServerState['state'], Tone>> = {
  stopped: 'idle',
  starting: 'busy',
  stopping: 'busy',
  detached: 'warn',
  ready: 'good',
  failed: 'bad',
}

export function serverMark(
  { state }: Pick<Server, 'state'>,
  t: Translate,
): Readonly<{ tone: Tone; word: string }> {
  return { tone: tones[state.state], word: t(`servers.state.${state.state}`) }
}
