// The path of a model's tokenizer on this machine: a given path, or in the cache of downloaded models.
import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { TokenizerMode } from '#core/flags/server.ts'
import { expandHome } from '#node/files/data-folder.ts'
import { type Environment, hubCacheFolder, hubRepoNamed } from '#node/http/hub-access.ts'
import { HubCache } from '#node/http/hub-cache.ts'
import { convertibleAmong, tokenizerAmong } from './tokenizer-document.ts'

export type TokenizerLookup = Readonly<{
  mode?: TokenizerMode | undefined
  environment?: Environment
}>

/** For a file, a folder or a Hub id; null without a tokenizer. */
export async function findTokenizerFile(
  given: string,
  { mode = 'auto', environment = process.env }: TokenizerLookup = {},
): Promise<string | null> {
  const nameOrPath = expandHome(given)
  const found = await stat(nameOrPath).catch(() => null)
  if (found?.isFile()) return nameOrPath
  const inFolder = found?.isDirectory() ? tokenizerAmong(await readdir(nameOrPath), mode) : null
  if (inFolder !== null) return join(nameOrPath, inFolder)
  const lookup = { mode, environment }
  return (await findInModelScope(nameOrPath, lookup)) ?? findCached(nameOrPath, lookup)
}

/** Its tools write a dot in a name as three underscores, and older ones lack the folder `models`. */
async function findInModelScope(
  name: string,
  { mode, environment }: Required<TokenizerLookup>,
): Promise<string | null> {
  if (!/^(1|true)$/i.test(environment['VLLM_USE_MODELSCOPE'] ?? '')) return null
  const cache = environment['MODELSCOPE_CACHE'] || join(homedir(), '.cache', 'modelscope', 'hub')
  for (const folder of [join('models', name), name]) {
    const path = join(cache, folder.replaceAll('.', '___'))
    const file = tokenizerAmong(await readdir(path).catch(() => []), mode)
    if (file !== null) return join(path, file)
  }
  return null
}

/** The requested revision; without one, if `main` lacks a tokenizer, any revision that has one. */
async function findCached(
  name: string,
  { mode, environment }: Required<TokenizerLookup>,
): Promise<string | null> {
  const repo = hubRepoNamed('model', name)
  if (repo === null) return null
  const cache = new HubCache(hubCacheFolder(environment), repo)
  const asked = await cache.commitOf(repo.revision)
  const others = repo.revision === 'main' ? await cache.commits() : []
  for (const commit of [...(asked === null ? [] : [asked]), ...others]) {
    const file = tokenizerAmong(await cache.pathsIn(commit), mode)
    if (file !== null) return cache.pathOf(commit, file)
  }
  return null
}

/** The reason why no file of a folder or a repository is a tokenizer. */
export function withoutTokenizer(name: string, files: readonly string[]): AppError {
  const file = convertibleAmong(files)
  const field = { field: 'tokenizer' }
  return file === null
    ? appError('tokenizer-unavailable', 'workload.noTokenizer', { path: name }, field)
    : appError('tokenizer-unavailable', 'workload.otherTokenizer', { name, file }, field)
}

/** Older Mistral models have SentencePiece files (tokenizer.model.v3), which are not supported. */
export function withoutTekken(name: string): AppError {
  return appError(
    'tokenizer-unavailable',
    'workload.noTekken',
    { name },
    { field: 'tokenizerMode' },
  )
}
