// Counts the tokens of answers whose server did not.
import type { Tokenizer } from '#core/workload/tokenizer.ts'

const batchSize = 256

/** Without the special tokens an encode would add, as the original recounts. */
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
