// Flags that say what conversations are like; where the original's Rust client has one, it bears that name.
import type { BenchmarkField } from '../benchmark/benchmark-fields.ts'
import { conversationHistories, thinkTimeShapes } from '../fields/multi-turn-fields.ts'
import type { FlagText } from './flag.ts'

export const multiTurnFlags: readonly FlagText<BenchmarkField>[] = [
  {
    field: 'multiTurnNumTurns',
    kind: 'integer',
    metavar: 'N',
    unit: 'turns',
    summary: 'Random multi-turn: what a user says and is answered, so many times.',
  },
  {
    field: 'multiTurnMinTurns',
    kind: 'integer',
    metavar: 'N',
    unit: 'turns',
    summary: 'Conversations: fewest turns; recorded ones with fewer are left out. 0 sets no limit.',
  },
  {
    field: 'multiTurnMaxTurns',
    kind: 'integer',
    metavar: 'N',
    unit: 'turns',
    summary: 'Conversations: most turns; recorded ones are cut after that many. 0 sets no limit.',
  },
  {
    field: 'perTurnInputLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Random multi-turn: what a user says after the first turn; 0 is as much as in it.',
  },
  {
    field: 'multiTurnDelayMs',
    kind: 'number',
    metavar: 'MS',
    unit: 'ms',
    summary: 'Conversations: from an answer to the next turn, where the dataset does not say.',
  },
  {
    field: 'multiTurnDelayShape',
    kind: 'choice',
    choices: thinkTimeShapes,
    summary: 'Conversations: whether users always think that long, or that long on average.',
  },
  {
    field: 'multiTurnHistory',
    kind: 'choice',
    choices: conversationHistories,
    summary:
      'Conversations: what later turns repeat, the answers of the server or those that were recorded.',
  },
]
