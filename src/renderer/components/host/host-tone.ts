// The tone of the state of a connection.
import type { HostConnection } from '#core/model/host/host.ts'
import type { Tone } from '../kit/tone.ts'

const tones: Readonly<Record<HostConnection['state'], Tone>> = {
  closed: 'idle',
  connecting: 'busy',
  open: 'good',
  failed: 'bad',
}

export function hostTone({ state }: HostConnection): Tone {
  return tones[state]
}
