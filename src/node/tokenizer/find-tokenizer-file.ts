// Where a model's tokenizer.json lies on this machine: a path, or the cache of models already downloaded.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hubCacheFolder, type Environment } from '#node/hub/hub-access.ts'
import { HubCache } from '#node/hub/hub-cache.ts'
import { hubRepoNamed } from '#node/hub/hub-repo.ts'

const fileName = 'tokenizer.json'

/** For a file, a folder or a hub id; null when there is no tokenizer.json to be had. */
export async function findTokenizerFile(
  nameOrPath: string,
  environment: Environment = process.env,
): Promise<string | null> {
  if (await isFile(nameOrPath)) return nameOrPath
  const inFolder = join(nameOrPath, fileName)
  if (await isFile(inFolder)) return inFolder
  return findCached(nameOrPath, environment)
}

/** The revision asked for; where none is and `main` lacks the file, any that holds it. */
async function findCached(name: string, environment: Environment): Promise<string | null> {
  const repo = hubRepoNamed('model', name)
  if (repo === null) return null
  const cache = new HubCache(hubCacheFolder(environment), repo)
  const asked = await cache.commitOf(repo.revision)
  const others = repo.revision === 'main' ? await cache.commits() : []
  for (const commit of [...(asked === null ? [] : [asked]), ...others]) {
    if (await cache.has(commit, fileName)) return cache.pathOf(commit, fileName)
  }
  return null
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ?? false
}
