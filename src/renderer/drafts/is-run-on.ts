// Matches runs with the server they were sent to.
import type { RunSummaryRow } from '#core/model/run/run.ts'
import type { Server } from '#core/model/server.ts'
import { isSameAddress } from './server-at.ts'

type RunTarget = Pick<RunSummaryRow, 'baseUrl' | 'serverName' | 'facts' | 'imported'> &
  Readonly<{ config: Pick<RunSummaryRow['config'], 'backend' | 'model'> }>

/**
 * Compares address and model. A server started here has a new address after each start, so its name counts instead. The server of
 * an imported file is never considered equal.
 */
export function isRunOn(
  { baseUrl, serverName, facts, config, imported }: RunTarget,
  { name, spec, state }: Pick<Server, 'name' | 'spec' | 'state'>,
): boolean {
  if (imported !== null) return false
  const served = state.state === 'ready' ? state.facts.model : null
  const sent = facts?.model ?? config.model
  if (served !== null && sent !== null && served !== sent) return false
  if (spec.kind !== 'attached') return serverName === name
  return baseUrl !== null && isSameAddress(baseUrl, spec.baseUrl)
}
