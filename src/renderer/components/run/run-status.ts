// The state of a run in lists and headers, as a tone and words.
import type { Run, RunStatus, RunSummaryRow } from '#core/model/run/run.ts'
import type { Mark, Tone } from '../kit/tone.ts'
import { judgementMark, listedJudgement } from '../result/judgement-marks.ts'
import type { TextKey, Translate } from '../../i18n/i18n.ts'

type RunStatusMark = Readonly<{ tone: Tone; word: TextKey }>

const marks: Readonly<Record<RunStatus, RunStatusMark>> = {
  preparing: { tone: 'busy', word: 'run.status.preparing' },
  running: { tone: 'busy', word: 'run.status.running' },
  completed: { tone: 'good', word: 'run.status.completed' },
  cancelled: { tone: 'ended', word: 'run.status.cancelled' },
  failed: { tone: 'bad', word: 'run.status.failed' },
}

/** The judgement of an ended run with figures; a run that was cut short or failed shows that first. */
export function runMark(run: RunSummaryRow | Run, t: Translate): Mark {
  const { tone, word: key } = marks[run.status]
  const word = t(key)
  const judgement = listedJudgement(run)
  if (judgement === null || run.status === 'running' || run.status === 'preparing')
    return { tone, word }
  const judged = judgementMark(judgement)
  // A cancelled run lists that among its reasons.
  return run.status === 'failed' ? { tone, word: `${word} · ${judged.word}` } : judged
}
