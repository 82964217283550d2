// Where a model's tokenizer.json lies on this machine: a path, or the cache of models already downloaded.
import { readdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

const fileName = 'tokenizer.json'
/** How a hub names models, such as `org/name`. */
const hubIdPattern = /^[\w.-]+(\/[\w.-]+)?$/

/** For a file, a folder or a hub id; null when there is no tokenizer.json to be had. */
export async function findTokenizerFile(
  nameOrPath: string,
  environment: Environment = process.env,
): Promise<string | null> {
  if (await isFile(nameOrPath)) return nameOrPath
  const inFolder = join(nameOrPath, fileName)
  if (await isFile(inFolder)) return inFolder
  return hubIdPattern.test(nameOrPath) ? findCached(nameOrPath, environment) : null
}

/** The revision `main` points to if it is there, else any that holds the file. */
async function findCached(hubId: string, environment: Environment): Promise<string | null> {
  const model = join(hubCacheFolder(environment), `models--${hubId.replaceAll('/', '--')}`)
  const main = await readFile(join(model, 'refs', 'main'), 'utf8').catch(() => '')
  const revisions = await readdir(join(model, 'snapshots')).catch(() => [])
  for (const revision of [main.trim(), ...revisions]) {
    const path = join(model, 'snapshots', revision, fileName)
    if (revision !== '' && (await isFile(path))) return path
  }
  return null
}

function hubCacheFolder(environment: Environment): string {
  const { HF_HUB_CACHE, HF_HOME, XDG_CACHE_HOME } = environment
  if (HF_HUB_CACHE) return HF_HUB_CACHE
  if (HF_HOME) return join(HF_HOME, 'hub')
  return join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'huggingface', 'hub')
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ?? false
}
