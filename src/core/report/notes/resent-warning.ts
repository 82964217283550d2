// The warning about requests that had to be sent twice.
import { message, type Message } from '../../messages/message.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'

/** One sentence with its remedy, or none. */
export function resentWarning({
  resent,
  completed,
  failed,
}: Pick<RunSummary, 'resent' | 'completed' | 'failed'>): readonly Message[] {
  if (resent === null || resent === 0) return []
  return [message('notes.resent', { count: resent, all: completed + (failed ?? 0) })]
}
