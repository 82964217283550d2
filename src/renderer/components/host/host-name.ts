// The name of a host: this computer in the window's language, any other as the user named it.
import { localHostId, type Host } from '#core/model/host.ts'
import type { Translate } from '../../i18n/i18n.ts'

export function hostName({ id, name }: Pick<Host, 'id' | 'name'>, t: Translate): string {
  return id === localHostId ? t('hosts.thisComputer') : name
}
