// The record of `--multi-turn`, and the datasets that it selects. Applied by command-line/conversation-switch.ts.
import { z } from 'zod'
import type { DatasetName } from '../model/benchmark/dataset-traits.ts'
import type { OptionRecords } from './flag.ts'

export type ConversationSwitch = 'multiTurn'

export const conversationSwitchRecords = {
  multiTurn: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Makes random mean random-multi-turn, and sharegpt and custom multi_turn.',
  },
} satisfies OptionRecords

export const conversationsOf: Readonly<Partial<Record<string, DatasetName>>> = {
  random: 'random-multi-turn',
  sharegpt: 'multi_turn',
  custom: 'multi_turn',
}
