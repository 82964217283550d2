// The server of a run as rows and headings name it: the first of its addresses, and how many more shared the load.
import type { RunSummaryRow } from '#core/model/run/run-summary-row.ts'
import type { Translate } from '../../../i18n/i18n.ts'

type Sent = Pick<RunSummaryRow, 'serverName' | 'config'>

/** Null where the run names no server. */
export function serverText({ serverName, config }: Sent, t: Translate): string | null {
  const count = config.otherBaseUrls?.length ?? 0
  if (serverName === null || count === 0) return serverName
  return t('run.withFurtherUrls', { server: serverName, count })
}

/** Every address, for a tip. */
export function serverTitle({ serverName, config }: Sent): string {
  return [serverName, ...(config.otherBaseUrls ?? [])].filter(Boolean).join('\n')
}
