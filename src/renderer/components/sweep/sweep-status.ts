// What became of a sweep, of its points and of its cells, as a tone and a word.
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import { doubtCodes, type DoubtCode, type Verdict } from '#core/model/verdict.ts'
import type { TextKey } from '../../i18n/texts.ts'
import type { Tone } from '../kit/tone.ts'
import { verdictTone } from '../verdict/verdict-marks.ts'
import { cellVerdict } from './cell-verdict.ts'
import type { SweepCell } from './sweep-cells.ts'
import type { SweepRow } from './sweep-rows.ts'

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

/** Of points that ended in different ways, the first of these is told of their cell. */
const told: readonly SweepPoint['status'][] = [
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

export function sweepMark(sweep: Pick<Sweep, 'status'>): StatusWord {
  return sweepMarks[sweep.status]
}

export function pointMark(row: SweepRow): StatusWord {
  return cellMark({ rows: [row], saturated: false })
}

/** Of a cell that was measured, what its numbers are worth. */
export function cellMark(cell: Pick<SweepCell, 'rows' | 'saturated'>): StatusWord {
  const { rows, saturated } = cell
  const status = told.find((one) => rows.some(({ point }) => point.status === one)) ?? 'waiting'
  const verdict = status === 'completed' ? cellVerdict(cell) : null
  if (verdict === null) return pointMarks[status]
  const code = saturated ? graver(verdict.code, 'saturated') : verdict.code
  return {
    tone: verdictTone({ code }),
    word: code === 'valid' ? 'verdict.valid' : `verdict.word.${code}`,
  }
}

function graver(code: Verdict['code'], other: DoubtCode): DoubtCode {
  return code !== 'valid' && doubtCodes.indexOf(code) < doubtCodes.indexOf(other) ? code : other
}
