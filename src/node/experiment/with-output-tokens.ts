// Fills in the output tokens of responses whose server counted none, once the run is finished and time is free.
import { backendTraits } from '#core/model/benchmark/backend-traits.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { RequestRecord } from '#core/model/run/request-record.ts'
import { isCountedAsNone } from '#core/report/notes/uncounted-tokens-warning.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { countOutputTokens } from '#node/tokenizer/count-output-tokens.ts'

type OutputCounting = Readonly<{
  tokenizer: Tokenizer | null
  /** For each request in the plan, where that is reliable; see `outputTokensAsked`. */
  asked: readonly number[]
}>

export async function withOutputTokens(
  records: readonly RequestRecord[],
  { tokenizer, asked }: OutputCounting,
): Promise<readonly RequestRecord[]> {
  const believed = records.map((record) =>
    isUncounted(record) ? { ...record, outputTokens: asked[record.index] ?? null } : record,
  )
  const uncounted = believed.filter(isUncounted)
  if (tokenizer === null || uncounted.length === 0) return believed
  const texts = uncounted.map(({ generatedText }) => generatedText)
  const counts = await countOutputTokens(tokenizer, texts)
  const countOf = new Map(uncounted.map(({ index }, i) => [index, counts[i] ?? null]))
  return believed.map((record) =>
    isUncounted(record) ? { ...record, outputTokens: countOf.get(record.index) ?? null } : record,
  )
}

/** Empty unless answers run to their full length on a server that counts none. */
export function outputTokensAsked(
  { backend, ignoreEos }: Pick<BenchmarkConfig, 'backend' | 'ignoreEos'>,
  requests: readonly Pick<SampledRequest, 'expectedOutputTokens'>[],
): readonly number[] {
  if (!ignoreEos || !backendTraits[backend].countsAsAsked) return []
  return requests.map(({ expectedOutputTokens }) => expectedOutputTokens)
}

function isUncounted(record: RequestRecord): boolean {
  return (record.error === null && record.outputTokens === null) || isCountedAsNone(record)
}
