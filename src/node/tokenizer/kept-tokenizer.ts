// The tokenizer that was loaded last: a large one takes seconds to load, and the next workload mostly needs the same.
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { type FileTokenizerOptions, loadFileTokenizer } from './file-tokenizer.ts'
import { besidesTokenizer } from './tokenizer-document.ts'

let kept: Readonly<{ key: string; tokenizer: Promise<Tokenizer> }> | null = null

/** As `loadFileTokenizer`, which loads it again only if a file of it changed. */
export async function loadKeptTokenizer(
  path: string,
  options: FileTokenizerOptions,
): Promise<Tokenizer> {
  const beside = besidesTokenizer.map((name) => join(dirname(path), name))
  const versions = await Promise.all([path, ...beside].map(versionOf))
  const key = JSON.stringify([path, options, versions])
  if (kept?.key === key) return kept.tokenizer
  const loading = { key, tokenizer: loadFileTokenizer(path, options) }
  kept = loading
  loading.tokenizer.catch(() => {
    if (kept === loading) kept = null
  })
  return loading.tokenizer
}

function versionOf(path: string): Promise<readonly number[] | null> {
  return stat(path).then(
    ({ ino, size, mtimeMs, ctimeMs }) => [ino, size, mtimeMs, ctimeMs],
    () => null,
  )
}
