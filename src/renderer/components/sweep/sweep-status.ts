// What became of a sweep and of its points, as a tone and a word.
import type { Sweep } from '#core/model/sweep.ts'
import type { TextKey } from '../../i18n/texts.ts'
import type { Tone } from '../kit/tone.ts'
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

const pointMarks: Readonly<Record<SweepRow['point']['status'], StatusWord>> = {
  waiting: { tone: 'idle', word: 'sweep.status.waiting' },
  skipped: { tone: 'ended', word: 'sweep.status.skipped' },
  ...sweepMarks,
}

export function serverNames({ servers }: Pick<Sweep, 'servers'>): string {
  return servers.map(({ name }) => name).join(', ')
}

export function sweepMark(sweep: Pick<Sweep, 'status'>): StatusWord {
  return sweepMarks[sweep.status]
}

export function pointMark({ point, run, saturated }: SweepRow): StatusWord {
  if (point.status !== 'completed') return pointMarks[point.status]
  if ((run?.summary?.failed ?? 0) > 0) return { tone: 'warn', word: 'run.status.withFailures' }
  return saturated ? { tone: 'warn', word: 'sweep.status.saturated' } : pointMarks.completed
}
