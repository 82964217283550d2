// How many tokens a row of the user's own asks for: the length given for all, else its own `output_tokens`.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { parseEntry } from './dataset-entry.ts'
import { tokenLength } from '../token-length.ts'

export type RowContext = Readonly<{
  /** File and line, for the reader. */
  where: string
  fixedOutputTokens: number | null
}>

const schema = z.object({ output_tokens: tokenLength })
const remedy = message('workload.outputTokensForm')

export function rowOutputTokens(entry: unknown, { where, fixedOutputTokens }: RowContext): number {
  return fixedOutputTokens ?? parseEntry(schema, entry, { where, remedy }).output_tokens
}
