// Servers to choose from; one that is not ready shows its state.
import type { Server } from '#core/model/server.ts'
import type { Translate } from '../../i18n/i18n.ts'

type ServerOption = Readonly<{ value: string; label: string }>

export function serverOptions(servers: readonly Server[], t: Translate): readonly ServerOption[] {
  return servers.map(({ id, name, state: { state } }) => ({
    value: id,
    label:
      state === 'ready' ? name : t('bench.notReady', { name, state: t(`servers.state.${state}`) }),
  }))
}
