// Downloads a model's tokenizer from the Hub: its file and its configuration files, nothing else of the model.
import { appError, type AppError } from '#core/model/app-error.ts'
import type { TokenizerMode } from '#core/flags/server.ts'
import { hubAccess, hubRepoNamed } from '#node/http/hub-access.ts'
import { openSnapshot } from '#node/http/open-snapshot.ts'
import { withoutTekken, withoutTokenizer, type TokenizerLookup } from './find-tokenizer-file.ts'
import { convertibleAmong, filesBeside, tokenizerAmong } from './tokenizer-document.ts'

/** Path of the file; null if the name cannot be a Hub name. */
export async function downloadTokenizer(
  name: string,
  { mode = 'auto', environment = process.env }: TokenizerLookup = {},
): Promise<string | null> {
  const repo = hubRepoNamed('model', name)
  if (repo === null) return null
  const { paths, locate } = await openSnapshot(repo, await hubAccess(environment))
  const file = tokenizerAmong(paths, mode)
  if (file === null) throw noTokenizer(name, paths, mode)
  for (const path of filesBeside(file)) if (paths.includes(path)) await locate(path)
  return locate(file)
}

function noTokenizer(name: string, paths: readonly string[], mode: TokenizerMode): AppError {
  if (mode === 'mistral') return withoutTekken(name)
  if (convertibleAmong(paths) !== null) return withoutTokenizer(name, paths)
  return appError(
    'tokenizer-unavailable',
    'workload.noTokenizerOnHub',
    { name },
    { field: 'tokenizer' },
  )
}
