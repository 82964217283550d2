// Caches the most recently loaded tokenizer: a large one takes seconds to load, and the next workload usually needs the same one.
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { KeptValues, usualStore } from '#node/files/kept-values.ts'
import { type FileTokenizerOptions, loadFileTokenizer } from './file-tokenizer.ts'
import { tokenizerVersion } from './tokenizer-version.ts'

let kept: Readonly<{ key: string; tokenizer: Promise<Tokenizer> }> | null = null

/** Like `loadFileTokenizer`, but loads it again only if one of its files changed. */
export async function loadKeptTokenizer(
  path: string,
  options: FileTokenizerOptions,
): Promise<Tokenizer> {
  const version = await tokenizerVersion(path)
  const key = JSON.stringify([options, version])
  if (kept?.key === key) return kept.tokenizer
  const store = usualStore()
  const values = store && new KeptValues(store, version)
  const loading = { key, tokenizer: loadFileTokenizer(path, options, values) }
  kept = loading
  loading.tokenizer.catch(() => {
    if (kept === loading) kept = null
  })
  return loading.tokenizer
}
