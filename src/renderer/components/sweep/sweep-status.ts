// State of a sweep, its points and its cells, as a tone and a word.
import type { ReasonCode } from '#core/model/run/judgement.ts'
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import type { TextKey, Translate } from '../../i18n/i18n.ts'
import type { Mark, Tone } from '../kit/tone.ts'
import { judgementMark } from '../result/judgement-marks.ts'
import { cellJudgement, type CellResult } from './cells/sweep-cells.ts'

export type StatusWord = Readonly<{ tone: Tone; word: TextKey }>

const sweepMarks: Readonly<Record<Sweep['status'], StatusWord>> = {
  running: { tone: 'busy', word: 'run.status.running' },
  paused: { tone: 'idle', word: 'sweep.status.paused' },
  interrupted: { tone: 'warn', word: 'sweep.status.interrupted' },
  completed: { tone: 'good', word: 'run.status.completed' },
  cancelled: { tone: 'ended', word: 'run.status.cancelled' },
  failed: { tone: 'bad', word: 'run.status.failed' },
}

const pointMarks: Readonly<Record<SweepPoint['status'], StatusWord>> = {
  waiting: { tone: 'idle', word: 'sweep.status.waiting' },
  skipped: { tone: 'ended', word: 'sweep.status.skipped' },
  ...sweepMarks,
}

/** Precedence of states: a cell shows the first one that any of its points has. */
const reported: readonly SweepPoint['status'][] = [
  'running',
  'failed',
  'completed',
  'waiting',
  'cancelled',
  'skipped',
]

export function serverNames({ servers }: Pick<Sweep, 'servers'>): string {
  return servers.map(({ name }) => name).join(', ')
}

export function sweepMark({ status }: Pick<Sweep, 'status'>, t: Translate): Mark {
  const { tone, word } = sweepMarks[status]
  return { tone, word: t(word) }
}

export type CellVerdict = Readonly<{ mark: Mark; reasons: readonly ReasonCode[] }>

/** The judgement of a measured cell; before that, its status. */
export function cellVerdict(cell: Pick<CellResult, 'rows'>, t: Translate): CellVerdict {
  const status =
    reported.find((one) => cell.rows.some(({ point }) => point.status === one)) ?? 'waiting'
  const judgement = status === 'completed' ? cellJudgement(cell) : null
  if (judgement === null) {
    const { tone, word } = pointMarks[status]
    return { mark: { tone, word: t(word) }, reasons: [] }
  }
  const { grade } = judgement
  const reasons = judgement.reasons.map(({ code }) => code)
  return { mark: judgementMark({ grade, reasons }), reasons }
}

export function cellMark(cell: Pick<CellResult, 'rows'>, t: Translate): Mark {
  return cellVerdict(cell, t).mark
}
