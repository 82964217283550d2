// `--multi-turn` of vLLM's Rust client. Here conversations are datasets of their own, so the switch selects one.
import { z } from 'zod'
import { appError, type AppError } from '../model/app-error.ts'
import type { DatasetName } from '../model/benchmark/dataset-traits.ts'
import type { OptionRecords } from '#core/flags/flag.ts'
import type { ParsedArguments } from './parse-arguments.ts'

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

type Held<Field extends string> = Readonly<{
  parsed: ParsedArguments<Field>
  /** Set when the dataset has no conversations; `parsed` is then unchanged. */
  refusal: AppError | null
}>

/** Replaces the dataset by its conversations when the switch is on. */
export function withConversations<Field extends string>(
  parsed: ParsedArguments<Field | ConversationSwitch | 'datasetName'>,
): Held<Field | ConversationSwitch | 'datasetName'> {
  const { multiTurn, datasetName = 'random' } = parsed.values
  if (multiTurn !== true) return { parsed, refusal: null }
  const held = conversationsOf[String(datasetName)]
  if (held !== undefined) {
    return { parsed: { ...parsed, values: { ...parsed.values, datasetName: held } }, refusal: null }
  }
  const isHeld = Object.values(conversationsOf).some((name) => name === datasetName)
  return { parsed, refusal: isHeld ? null : refusalOf(String(datasetName)) }
}

function refusalOf(datasetName: string): AppError {
  return appError(
    'invalid-input',
    'files.noConversations',
    { dataset: datasetName },
    { field: 'datasetName' },
  )
}
