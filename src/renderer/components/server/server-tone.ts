// The tone of a server's state.
import type { ServerState } from '#core/model/server/server.ts'
import type { Tone } from '../kit/tone.ts'

const tones: Readonly<Record<ServerState['state'], Tone>> = {
  stopped: 'idle',
  starting: 'busy',
  stopping: 'busy',
  detached: 'warn',
  ready: 'good',
  failed: 'bad',
}

export function serverTone(state: ServerState): Tone {
  return tones[state.state]
}
