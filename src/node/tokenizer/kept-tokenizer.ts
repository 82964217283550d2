// The tokenizer that was loaded last: a large one takes seconds to load, and the next workload mostly needs the same.
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { KeptValues, usualStore } from '#node/files/kept-values.ts'
import { type FileTokenizerOptions, loadFileTokenizer } from './file-tokenizer.ts'
import { tokenizerVersion } from './tokenizer-version.ts'

let kept: Readonly<{ key: string; tokenizer: Promise<Tokenizer> }> | null = null

/** As `loadFileTokenizer`, which loads it again only if a file of it changed. */
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
