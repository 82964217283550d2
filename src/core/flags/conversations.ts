// Lengths of conversations, and pauses of users. Flags of vLLM's Rust client keep their names.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import type { DatasetName } from '#core/traits/dataset-traits.ts'
import { turnLimits, type TurnChoice } from '#core/traits/turn-limits.ts'
import {
  count,
  type DatasetChoice,
  type FlagRecords,
  holdsConversations,
  holdsTrajectories,
  isDataset,
  nonNegativeInteger,
  onOff,
  type OptionRecords,
  positiveInteger,
} from './flag.ts'

const thinkTimeShapes = ['constant', 'exponential'] as const
export type ThinkTimeShape = (typeof thinkTimeShapes)[number]

const conversationHistories = ['answers', 'recorded'] as const
type ConversationHistory = (typeof conversationHistories)[number]

const isRandomMultiTurn = isDataset('random-multi-turn')
const holdsTurns = (config: DatasetChoice): boolean =>
  holdsConversations(config) && !holdsTrajectories(config)

export const conversationFlags = {
  multiTurnNumTurns: {
    ...count,
    schema: positiveInteger.default(3),
    unit: 'turns',
    summary: 'Random multi-turn: turns per conversation.',
    label: 'Turns',
    place: 'front',
    after: 'randomPrefixLen',
    affects: 'load',
    appliesTo: isRandomMultiTurn,
    knownTo: 'vllm-rust',
  },
  multiTurnMinTurns: {
    ...count,
    /** 0: multiTurnNumTurns; for recorded conversations, 2. */
    schema: nonNegativeInteger.default(0),
    unit: 'turns',
    summary: 'Conversations: drop recorded ones with fewer turns; 0 sets no limit.',
    label: 'Min turns',
    affects: 'load',
    appliesTo: holdsTurns,
    knownTo: 'vllm-rust',
    rules: {
      broken: (config: TurnChoice) => {
        const { least, most } = turnLimits(config)
        return holdsTurns(config) && least > most
      },
      message: message('config.minTurns'),
    },
  },
  multiTurnMaxTurns: {
    ...count,
    /** 0: multiTurnNumTurns; for recorded conversations, all of their turns. */
    schema: nonNegativeInteger.default(0),
    unit: 'turns',
    summary: 'Conversations: cut recorded ones after this many turns; 0 sets no limit.',
    label: 'Max turns',
    affects: 'load',
    appliesTo: holdsTurns,
    knownTo: 'vllm-rust',
    rustNames: ['--sharegpt-multi-turn-max-turns'],
  },
  perTurnInputLen: {
    ...count,
    /** Tokens; 0: the length of the first turn. */
    schema: nonNegativeInteger.default(0),
    unit: 'tokens',
    summary: 'Random multi-turn: tokens in later user messages; 0 uses the length of the first.',
    label: 'Input length of later turns',
    place: 'front',
    after: 'multiTurnNumTurns',
    affects: 'load',
    appliesTo: isRandomMultiTurn,
    knownTo: 'vllm-rust',
  },
  multiTurnDelayMs: {
    schema: z.number().min(0).finite().default(0),
    kind: 'number',
    metavar: 'MS',
    unit: 'ms',
    summary: 'Conversations: pause before the next turn, unless the dataset specifies it.',
    label: 'Think time',
    place: 'front',
    after: 'perTurnInputLen',
    affects: 'load',
    appliesTo: holdsConversations,
    knownTo: 'vllm-rust',
  },
  multiTurnDelayShape: {
    schema: z.enum(thinkTimeShapes).default('constant'),
    kind: 'choice',
    choices: thinkTimeShapes,
    summary: 'Conversations: whether the think time is constant or the mean of a distribution.',
    label: 'Think time varies',
    affects: 'load',
    appliesTo: (config: DatasetChoice & { multiTurnDelayMs: number }) =>
      holdsConversations(config) && config.multiTurnDelayMs > 0,
    knownTo: 'kneepoint',
  },
  multiTurnHistory: {
    schema: z.enum(conversationHistories).default('answers'),
    kind: 'choice',
    choices: conversationHistories,
    summary: "Conversations: include the server's responses or the recorded ones in later turns.",
    label: 'Answers repeated',
    affects: 'load',
    appliesTo: (config: DatasetChoice) => holdsConversations(config) && !isRandomMultiTurn(config),
    knownTo: 'kneepoint',
    rules: {
      broken: (config: DatasetChoice & { multiTurnHistory: ConversationHistory }) =>
        isRandomMultiTurn(config) && config.multiTurnHistory === 'recorded',
      message: message('config.noRecordedAnswers'),
    },
  },
} satisfies FlagRecords

export type ConversationSwitch = 'multiTurn'

/** `--multi-turn`, applied by command-line/conversation-switch.ts. */
export const conversationSwitchRecords = {
  multiTurn: {
    ...onOff,
    summary: 'Makes random mean random-multi-turn, and sharegpt and custom multi_turn.',
  },
} satisfies OptionRecords

/** Datasets that the switch selects. */
export const conversationsOf: Readonly<Partial<Record<string, DatasetName>>> = {
  random: 'random-multi-turn',
  sharegpt: 'multi_turn',
  custom: 'multi_turn',
}
