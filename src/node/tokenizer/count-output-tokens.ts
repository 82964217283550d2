// Counts the tokens of responses that the server did not count.
import type { Tokenizer } from '#core/workload/tokenizer.ts'

const batchSize = 256

/** Excludes the special tokens that an encode would add, as the original client does. */
export async function countOutputTokens(
  tokenizer: Pick<Tokenizer, 'encode'>,
  texts: readonly string[],
): Promise<number[]> {
  const counts: number[] = []
  for (let first = 0; first < texts.length; first += batchSize) {
    const encoded = await tokenizer.encode(texts.slice(first, first + batchSize), false)
    counts.push(...encoded.map((ids) => ids.length))
  }
  return counts
}
