// Fields that say what conversations are like: how many turns, how long users think, what is sent of what was said.
import { z } from 'zod'
import { nonNegativeInteger, positiveInteger } from './field-types.ts'

export const thinkTimeShapes = ['constant', 'exponential'] as const
export const conversationHistories = ['answers', 'recorded'] as const

export type ThinkTimeShape = (typeof thinkTimeShapes)[number]

export const multiTurnFields = {
  multiTurnNumTurns: positiveInteger.default(3),
  /** 0 is the number above, or of recorded conversations the 2 that make one. */
  multiTurnMinTurns: nonNegativeInteger.default(0),
  /** 0 is the number above, or of recorded conversations all they have. */
  multiTurnMaxTurns: nonNegativeInteger.default(0),
  /** Tokens; 0 is as many as in the first turn. */
  perTurnInputLen: nonNegativeInteger.default(0),
  multiTurnDelayMs: z.number().min(0).finite().default(0),
  multiTurnDelayShape: z.enum(thinkTimeShapes).default('constant'),
  multiTurnHistory: z.enum(conversationHistories).default('answers'),
}
