// Prompts of the user's own, one row each, as one user message in the model's chat template unless told otherwise.
import { z } from 'zod'
import { parseEntry } from './dataset-entry.ts'
import { oversample } from './oversample.ts'
import { renderedPrompts } from './rendered-prompts.ts'
import type { SampledRequest } from './sampled-request.ts'
import type { SampleOptions } from './sample-options.ts'
import type { ChatPrompt, Tokenizer } from './tokenizer.ts'

export type CustomRow = Readonly<{ prompt: string; outputTokens: number }>

export type CustomOptions = SampleOptions &
  Readonly<{
    chatTemplate: boolean
    /** Variables of the template. */
    templateVariables?: ChatPrompt['variables']
  }>

/** A row's own `output_tokens` counts only where no length is given for all. */
export function customRow(
  entry: unknown,
  { where, fixedOutputTokens }: Readonly<{ where: string; fixedOutputTokens: number | null }>,
): CustomRow {
  if (fixedOutputTokens !== null) {
    const remedy = 'Rows of a custom dataset are objects with a "prompt" text.'
    const { prompt } = parseEntry(promptSchema, entry, { where, remedy })
    return { prompt, outputTokens: fixedOutputTokens }
  }
  const remedy = 'Give each row an "output_tokens" integer, or pass --custom-output-len.'
  const row = parseEntry(sizedSchema, entry, { where, remedy })
  return { prompt: row.prompt, outputTokens: row.output_tokens }
}

/** A count of 0 or less takes every row. Without a tokenizer every request counts as one token in, one out. */
export async function sampleRows(
  rows: readonly CustomRow[],
  options: CustomOptions,
  tokenizer: Tokenizer | null,
): Promise<SampledRequest[]> {
  const order = [...rows]
  options.random.reseed(options.seed)
  if (options.shuffle) options.random.shuffle(order)
  const taken = options.count > 0 ? order.slice(0, options.count) : order
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

const promptSchema = z.object({ prompt: z.string() })
const sizedSchema = promptSchema.extend({ output_tokens: z.int().min(1) })

async function promptsOf(
  rows: readonly CustomRow[],
  { chatTemplate, templateVariables }: CustomOptions,
  tokenizer: Tokenizer | null,
): Promise<readonly string[]> {
  const prompts = rows.map((row) => row.prompt)
  if (tokenizer === null || !chatTemplate) return prompts
  return renderedPrompts(prompts, tokenizer, templateVariables)
}
