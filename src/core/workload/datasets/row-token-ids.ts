// Prompts written as token ids, under the field names of engines: vLLM, SGLang, TensorRT-LLM, tokenized datasets of the Hub.
import { z } from 'zod'
import { parsedJson } from '#core/base/parsed-json.ts'
import type { Text } from '#core/messages/message.ts'
import { TokenIds } from '../token-ids.ts'
import { innerRow, isRow, parseEntry, type Row } from './dataset-entry.ts'

const idFields = 'prompt_token_ids input_ids input_token_ids token_ids prompt_ids tokens'.split(' ')
const fields = [...idFields, 'prompt', 'input', 'inputs', 'text']

const largestId = 2 ** 32 - 1
const idsSchema = z.array(z.int().min(0).max(largestId)).min(1)

export function isNumberList(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number')
}

/** Whether lists in the row are its token ids, not columns of a table. */
export function hasTokenIds(row: Row): boolean {
  return idFields.some((name) => isNumberList(row[name]))
}

/** Null for a row without such a list. Throws for a list with anything else than ids, with its position. */
export function tokenIdsIn(
  entry: unknown,
  context: Readonly<{ where: string; remedy: Text }>,
): TokenIds | null {
  if (isNumberList(entry)) return idsOf({ prompt: entry }, 'prompt', context)
  if (!isRow(entry)) return null
  const row = innerRow(entry)
  const name = fields.find((each) => isNumberList(listIn(row[each])))
  if (name !== undefined) return idsOf(row, name, context)
  // The object that vLLM's Python API takes as a prompt.
  return isRow(row['prompt']) ? tokenIdsIn(row['prompt'], context) : null
}

function idsOf(row: Row, name: string, context: Parameters<typeof tokenIdsIn>[1]): TokenIds {
  const list = { [name]: listIn(row[name]) }
  return TokenIds.of(parseEntry(z.object({ [name]: idsSchema }), list, context)[name] ?? [])
}

/** Lists in a table are JSON. */
function listIn(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('[') ? parsedJson(value) : value
}
