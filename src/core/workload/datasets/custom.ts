// Custom prompts, one per row, as one user message in the model's chat template by default.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { parseEntry, type RowContext, rowOutputTokens, takenRows } from './dataset-entry.ts'
import { oversample, type SampleOptions } from '../sample-options.ts'
import { type ChatPrompt, renderedPrompts, type Tokenizer } from '../tokenizer.ts'
import type { SampledRequest } from '../sampled-request.ts'

type CustomRow = Readonly<{ prompt: string; outputTokens: number }>

type CustomOptions = SampleOptions &
  Readonly<{
    chatTemplate: boolean
    templateVariables?: ChatPrompt['variables']
  }>

const promptSchema = z.object({ prompt: z.string() })
const remedy = message('workload.customForm')

export function customRow(entry: unknown, context: RowContext): CustomRow {
  const { prompt } = parseEntry(promptSchema, entry, { where: context.where, remedy })
  return { prompt, outputTokens: rowOutputTokens(entry, context) }
}

/** Without a tokenizer every request counts as one token in, one out. */
export async function sampleRows(
  rows: readonly CustomRow[],
  options: CustomOptions,
  tokenizer: Tokenizer | null,
): Promise<SampledRequest[]> {
  const taken = takenRows(rows, options)
  const prompts = await promptsOf(taken, options, tokenizer)
  const encoded = await tokenizer?.encode(prompts, true)
  const requests = taken.map(({ outputTokens }, index) => ({
    prompt: prompts[index] ?? '',
    promptTokens: encoded?.[index]?.length ?? 1,
    expectedOutputTokens: tokenizer === null ? 1 : outputTokens,
    requestId: `${options.requestIdPrefix}${index}`,
  }))
  return oversample(requests, options)
}

async function promptsOf(
  rows: readonly CustomRow[],
  { chatTemplate, templateVariables }: CustomOptions,
  tokenizer: Tokenizer | null,
): Promise<readonly string[]> {
  const prompts = rows.map((row) => row.prompt)
  if (tokenizer === null || !chatTemplate) return prompts
  return renderedPrompts(prompts, tokenizer, templateVariables)
}
