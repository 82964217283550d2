// Fetches the tokenizer of a server on a host before a process on this computer loads it.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { drawsIdsUnaided } from '#core/traits/cached-prefix.ts'
import { findTokenizerFile } from '#node/tokenizer/find-tokenizer-file.ts'

/** Null if the config needs no tokenizer, names one, or the model's tokenizer is local. */
export async function hostTokenizerFile(
  config: BenchmarkConfig,
  hostTokenizer: (() => Promise<string | null>) | undefined,
): Promise<string | null> {
  return (await isAtHand(config)) ? null : ((await hostTokenizer?.()) ?? null)
}

async function isAtHand({
  model,
  tokenizer,
  tokenizerMode: mode,
  ...config
}: BenchmarkConfig): Promise<boolean> {
  if (tokenizer !== null || drawsIdsUnaided(config) || config.skipTokenizerInit) return true
  return model !== null && (await findTokenizerFile(model, { mode })) !== null
}
