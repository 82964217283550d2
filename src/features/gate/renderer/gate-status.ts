// State of a gate as a symbol, and its answer in one line.
import type { GateRecord } from '#features/gate/core/gate-record.ts'
import type { GateVerdict } from '#features/gate/core/gate-result.ts'
import type { Mark, Tone } from '#renderer/components/kit/tone.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { answerOf } from './gate-answer.ts'

const verdictTones: Readonly<Record<GateVerdict, Tone>> = {
  pass: 'good',
  worse: 'bad',
  undecided: 'even',
  'not-valid': 'warn',
}

const statusTones: Readonly<Record<GateRecord['status'], Tone>> = {
  running: 'busy',
  finished: 'ended',
  cancelled: 'idle',
  failed: 'bad',
  interrupted: 'warn',
}

export function gateMark({ status, result }: GateRecord): Mark {
  if (status === 'finished' && result !== null) {
    return { tone: verdictTones[result.verdict], word: t(`gate.verdict.${result.verdict}`) }
  }
  return { tone: statusTones[status], word: t(`gate.status.${status}`) }
}

/** Figures next to the symbol; empty before the first result. */
export function gateLine(gate: GateRecord): string {
  return answerOf(gate)?.figures.join(' · ') ?? ''
}
