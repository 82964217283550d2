// Lengths of requests that users sent to GPT-4, from the BurstGPT trace; the prompts themselves are generated.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { SampledRequest } from '../sampled-request.ts'
import { mostTokens, orText, parseEntry } from './dataset-entry.ts'
import type { Tokenizer } from '../tokenizer.ts'

export type RecordedLengths = Readonly<{ promptTokens: number; outputTokens: number }>

type BurstGptOptions = Readonly<{ count: number; seed: number; requestIdPrefix: string }>

const remedy = message('workload.burstGptFirstLine')
const count = orText(z.int().min(0).max(mostTokens))
const rowSchema = z.looseObject({ Model: z.string(), 'Response tokens': count })

/** Null for rows of other models and rows without a response, which are omitted. Columns are found by name. */
export function recordedLengths(row: unknown, where: string): RecordedLengths | null {
  const { Model: model, ...lengths } = parseEntry(rowSchema, row, { where, remedy })
  if (model !== 'GPT-4' || lengths['Response tokens'] === 0) return null
  const request = parseEntry(z.object({ 'Request tokens': count }), row, { where, remedy })
  return { promptTokens: request['Request tokens'], outputTokens: lengths['Response tokens'] }
}

/** Rows are drawn as by pandas: without repetition if there are enough. */
export async function sampleBurstGpt(
  rows: readonly RecordedLengths[],
  { count, seed, requestIdPrefix }: BurstGptOptions,
  tokenizer: Pick<Tokenizer, 'vocabSize' | 'decode'>,
): Promise<SampledRequest[]> {
  const random = new NumpyRandomState(seed)
  const positions =
    count <= rows.length
      ? random.permutation(rows.length).slice(0, count)
      : random.randintArray(0, rows.length, count)
  const drawn = [...positions].flatMap((position) => rows[position] ?? [])
  const texts = await tokenizer.decode(
    drawn.map(({ promptTokens }, index) =>
      consecutiveIds(index, promptTokens, tokenizer.vocabSize),
    ),
  )
  return drawn.map(({ promptTokens, outputTokens }, index) => ({
    prompt: texts[index] ?? '',
    promptTokens,
    expectedOutputTokens: outputTokens,
    requestId: `${requestIdPrefix}${index}`,
  }))
}

function consecutiveIds(first: number, count: number, vocabSize: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, position) => (first + position) % vocabSize)
}
