// Where the load of a run came from, in a line for the console.
import { message, type Message } from '../../messages/message.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'

/** Nothing where it came from here. */
export function originNote({ origin }: Pick<RunSummary, 'origin'>): readonly Message[] {
  if (origin === undefined) return []
  const { hostName: host, nodeVersion: version, clockOffsetMs, clockUncertaintyMs } = origin
  return [
    message(clockOffsetMs < 0 ? 'notes.clockBehind' : 'notes.clockAhead', {
      host,
      version,
      ms: Math.abs(clockOffsetMs).toFixed(1),
      error: clockUncertaintyMs.toFixed(1),
    }),
  ]
}
