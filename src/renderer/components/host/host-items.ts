// Hosts as rows of the list, and the status mark of a connection.
import { type Host, hostAddress, type HostConnection } from '#core/model/host.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { Mark, StateItem, Tone } from '../kit/tone.ts'
import { hostName } from './host-name.ts'

const tones: Readonly<Record<HostConnection['state'], Tone>> = {
  closed: 'idle',
  connecting: 'busy',
  open: 'good',
  failed: 'bad',
}

export function hostMark({ state }: HostConnection, t: Translate): Mark {
  return { tone: tones[state], word: t(`hosts.state.${state}`) }
}

export function hostItem(host: Host, t: Translate): StateItem {
  return {
    id: host.id,
    to: { name: 'host', params: { id: host.id } },
    name: hostName(host, t),
    subtitle: hostAddress(host.spec) || t('hosts.local'),
    state: host.spec.kind === 'ssh' ? hostMark(host.connection, t) : null,
  }
}
