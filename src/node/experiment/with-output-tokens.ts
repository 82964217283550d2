// Fills in the generated tokens of answers whose server counted none, once the run is over and time is free.
import type { RequestRecord } from '#core/model/request-record.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { countOutputTokens } from '#node/tokenizer/count-output-tokens.ts'

export async function withOutputTokens(
  records: readonly RequestRecord[],
  tokenizer: Tokenizer | null,
): Promise<readonly RequestRecord[]> {
  const uncounted = records.filter(isUncounted)
  if (tokenizer === null || uncounted.length === 0) return records
  const texts = uncounted.map(({ generatedText }) => generatedText)
  const counts = await countOutputTokens(tokenizer, texts)
  const countOf = new Map(uncounted.map(({ index }, i) => [index, counts[i] ?? null]))
  return records.map((record) =>
    isUncounted(record) ? { ...record, outputTokens: countOf.get(record.index) ?? null } : record,
  )
}

function isUncounted({ error, outputTokens }: RequestRecord): boolean {
  return error === null && outputTokens === null
}
