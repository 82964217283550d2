// The answer of a finished run or sweep as every surface prints it: one line, how sure it is, and what to do next.
import type { Grade } from '#core/judgement/judgement.ts'
import { message, type Message, type Text } from '#core/messages/message.ts'
import type { Cell } from '../sweep/cells.ts'
import type { Remedy } from './remedy.ts'

export type AnswerTone = 'good' | 'warn' | 'bad' | 'idle'

export type Confidence = Readonly<{ tone: AnswerTone; text: Text }>

export type SweepAnswer = Readonly<{
  /** Of the configuration, or of the curve; empty where the sweep has one only. */
  name: string
  /** Without a full stop. */
  line: Message
  confidence: Confidence | null
  /** Sentences that add to the line. */
  notes: readonly Text[]
  /** What to do next, as a sentence; null where the answer is as precise as asked. */
  advice: Message | null
  /** The sweep that does it, on the server of this answer. */
  remedy: Remedy | null
  server: number
  /** The load that the answer rests on; null where there is none. */
  at: Cell | null
  /** Throughput there, to find the best of several configurations. */
  throughput: number | null
}>

export type RunAnswer = Readonly<{ tone: AnswerTone; line: Message }>

export const gradeTones: Readonly<Record<Grade, AnswerTone>> = {
  ...{ valid: 'good', caution: 'warn', 'not-usable': 'bad' },
}

/** `a · b · c` */
export function dotted(first: Message, others: readonly Text[]): Message {
  return others.reduce<Message>((line, next) => message('answers.dotted', { line, next }), first)
}
