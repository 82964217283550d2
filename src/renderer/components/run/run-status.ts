// The state of a run in lists and heads, as a tone and words.
import type { RunBrief } from '#core/model/run-brief.ts'
import type { Run, RunStatus } from '#core/model/run.ts'
import type { Tone } from '../kit/tone.ts'
import { judgementMark, listedJudgement, type JudgementMark } from '../judgement/judgement-marks.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/texts.ts'

type RunStatusMark = Readonly<{ tone: Tone; word: TextKey }>

const marks: Readonly<Record<RunStatus, RunStatusMark>> = {
  preparing: { tone: 'busy', word: 'run.status.preparing' },
  running: { tone: 'busy', word: 'run.status.running' },
  completed: { tone: 'good', word: 'run.status.completed' },
  cancelled: { tone: 'ended', word: 'run.status.cancelled' },
  failed: { tone: 'bad', word: 'run.status.failed' },
}

/** The judgement of a run that has ended with figures; else its status, which an ended run keeps in front. */
export function runMark(run: RunBrief | Run, t: Translate): JudgementMark {
  const status = marks[run.status]
  const judgement = listedJudgement(run)
  if (judgement === null || run.status === 'running' || run.status === 'preparing')
    return { tone: status.tone, word: t(status.word) }
  return judgementMark(judgement, t)
}
