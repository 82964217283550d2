// Where a model's tokenizer lies on this machine: a path, or the cache of models already downloaded.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hubCacheFolder, type Environment } from '#node/hub/hub-access.ts'
import { HubCache } from '#node/hub/hub-cache.ts'
import { hubRepoNamed } from '#node/hub/hub-repo.ts'
import { tokenizerAmong } from './tokenizer-document.ts'

/** For a file, a folder or a hub id; null when there is no tokenizer to be had. */
export async function findTokenizerFile(
  nameOrPath: string,
  environment: Environment = process.env,
): Promise<string | null> {
  const found = await stat(nameOrPath).catch(() => null)
  if (found?.isFile()) return nameOrPath
  const inFolder = found?.isDirectory() ? tokenizerAmong(await readdir(nameOrPath)) : null
  return inFolder === null ? findCached(nameOrPath, environment) : join(nameOrPath, inFolder)
}

/** The revision asked for; where none is and `main` lacks a tokenizer, any that has one. */
async function findCached(name: string, environment: Environment): Promise<string | null> {
  const repo = hubRepoNamed('model', name)
  if (repo === null) return null
  const cache = new HubCache(hubCacheFolder(environment), repo)
  const asked = await cache.commitOf(repo.revision)
  const others = repo.revision === 'main' ? await cache.commits() : []
  for (const commit of [...(asked === null ? [] : [asked]), ...others]) {
    const file = tokenizerAmong(await cache.pathsIn(commit))
    if (file !== null) return cache.pathOf(commit, file)
  }
  return null
}
