// Number of ids for random prompts of token ids on the queried model, because a server rejects ids beyond its vocabulary.
import { message, type Message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { drawsIdsUnaided } from '#core/traits/cached-prefix.ts'
import { assumedVocabSize } from '#core/workload/random/random-dataset.ts'
import { findTokenizerFile } from './find-tokenizer-file.ts'
import { measureVocabulary } from './measure-vocabulary.ts'
import type { TokenizerServer } from './resolve-tokenizer.ts'
import { TokenizeClient } from './tokenize-client.ts'
import { isJson, parseObject } from '#core/protocol/json-value.ts'
import { readTokenizerDocument } from './tokenizer-document.ts'

/** The same benchmark with the size filled in, if needed and known. */
export async function withVocabulary(
  config: BenchmarkConfig,
  server: TokenizerServer,
): Promise<BenchmarkConfig> {
  if (!drawsIdsUnaided(config) || config.vocabSize !== null) return config
  return { ...config, vocabSize: await vocabSizeFor(config, server) }
}

/** Null if unknown. */
async function vocabSizeFor(
  { tokenizer, tokenizerMode: mode, servedModelName, model }: BenchmarkConfig,
  server: TokenizerServer,
): Promise<number | null> {
  const file = tokenizer === null ? null : await findTokenizerFile(tokenizer, { mode })
  if (file !== null) return vocabSizeOfFile(file)
  const client = new TokenizeClient({ ...server, model: servedModelName ?? model })
  const info = await client.info().catch(() => null)
  return info?.vocab_size ?? (await measuredSize(client))
}

/** If the tokens of a file cannot be counted, the library must read or reject it. */
async function vocabSizeOfFile(path: string): Promise<number> {
  const counted = await countVocabulary(path)
  if (counted !== null) return counted
  const { loadFileTokenizer } = await import('./file-tokenizer.ts')
  return (await loadFileTokenizer(path)).vocabSize
}

/** The last ids that a server decodes may be special tokens, such as for an image; accepts no more than usual. */
async function measuredSize(client: TokenizeClient): Promise<number | null> {
  const size = await measureVocabulary(client).catch(() => null)
  return size === null ? null : Math.min(size, assumedVocabSize)
}

export function vocabularyWarning(config: BenchmarkConfig): readonly Message[] {
  if (!drawsIdsUnaided(config) || config.vocabSize !== null) return []
  return [message('notes.vocabulary', { size: assumedVocabSize })]
}

/**
 * Tokens of the file's model, without added ones; null if they are not listed in a known form. The library that encodes with it takes
 * longer to load than a short benchmark runs. Exported for tests.
 */
export async function countVocabulary(path: string): Promise<number | null> {
  const { bytes } = await readTokenizerDocument(path)
  const model = parseObject(bytes.toString())?.['model']
  if (!isJson(model)) return null
  const { vocab } = model
  // Unigrams are a list; all others map a token to its id.
  if (Array.isArray(vocab)) return vocab.length
  return isJson(vocab) ? Object.keys(vocab).length : null
}
