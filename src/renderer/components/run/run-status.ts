// What became of a run, as a tone and a word.
import type { RunBrief } from '#core/model/run-brief.ts'
import type { RunStatus } from '#core/model/run.ts'
import { stoodStill } from '#core/stats/client-verdict.ts'
import type { Tone } from '../kit/tone.ts'
import type { TextKey } from '../../i18n/texts.ts'

export type RunStatusMark = Readonly<{ tone: Tone; word: TextKey }>

const marks: Readonly<Record<RunStatus, RunStatusMark>> = {
  preparing: { tone: 'busy', word: 'run.status.preparing' },
  running: { tone: 'busy', word: 'run.status.running' },
  completed: { tone: 'good', word: 'run.status.completed' },
  cancelled: { tone: 'ended', word: 'run.status.cancelled' },
  failed: { tone: 'bad', word: 'run.status.failed' },
}

/** A run that ended well, but with failed requests or a client that stood still meanwhile, is not simply good. */
export function runStatusMark(run: Pick<RunBrief, 'status' | 'summary'>): RunStatusMark {
  if (run.status !== 'completed') return marks[run.status]
  if (stoodStill(run)) return { tone: 'bad', word: 'run.status.stoodStill' }
  const someFailed = (run.summary?.failed ?? 0) > 0
  return someFailed ? { tone: 'warn', word: 'run.status.withFailures' } : marks.completed
}
