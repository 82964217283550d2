// `--multi-turn` of vLLM's Rust client. Here conversations are separate datasets, so the switch selects one.
import { appError, type AppError } from '../model/app-error.ts'
import { type ConversationSwitch, conversationsOf } from '#core/flags/conversations.ts'
import type { ParsedArguments } from './parse-arguments.ts'

type SwitchResult<Field extends string> = Readonly<{
  parsed: ParsedArguments<Field>
  /** Set if the dataset has no conversations; `parsed` is then unchanged. */
  refusal: AppError | null
}>

/** Replaces the dataset by its conversations if the switch is on. */
export function withConversations<Field extends string>(
  parsed: ParsedArguments<Field | ConversationSwitch | 'datasetName'>,
): SwitchResult<Field | ConversationSwitch | 'datasetName'> {
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
