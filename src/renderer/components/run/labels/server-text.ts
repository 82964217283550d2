// Text for a run's server: the first of its addresses, and the number of others that shared the load.
import { furtherUrls } from '#core/flags/server-urls.ts'
import type { RunSummaryRow } from '#core/model/run/run.ts'
import type { Translate } from '../../../i18n/i18n.ts'

type RunServer = Pick<RunSummaryRow, 'serverName' | 'config'>

/** Null if the run names no server. */
export function serverText({ serverName, config }: RunServer, t: Translate): string | null {
  const count = furtherUrls(config).length
  if (serverName === null || count === 0) return serverName
  return t('run.withFurtherUrls', { server: serverName, count })
}

/** All addresses, for a tooltip. */
export function serverTitle({ serverName, config }: RunServer): string {
  return [serverName, ...furtherUrls(config)].filter(Boolean).join('\n')
}
