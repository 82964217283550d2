// Access from this machine to the Hub of models and datasets, configured by the same environment variables as its own tools.
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expandHome } from '#node/files/data-folder.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type HubAccess = Readonly<{
  /** URL without a trailing slash. */
  endpoint: string
  cacheFolder: string
  /** Bearer token; null for anonymous access. */
  token: string | null
  /** Whether only the cache is used, without requests. */
  isOffline: boolean
}>

const publicEndpoint = 'https://huggingface.co'

export async function hubAccess(environment: Environment = process.env): Promise<HubAccess> {
  return {
    endpoint: (environment['HF_ENDPOINT'] || publicEndpoint)
      .replace(/\/+$/, '')
      .replace(/^(?!https?:)/, 'https://'),
    cacheFolder: hubCacheFolder(environment),
    token:
      environment['HF_TOKEN'] ||
      environment['HUGGING_FACE_HUB_TOKEN'] ||
      (await savedToken(environment)),
    isOffline: /^(1|on|yes|true)$/i.test(
      environment['HF_HUB_OFFLINE'] || environment['TRANSFORMERS_OFFLINE'] || '',
    ),
  }
}

export function hubCacheFolder(environment: Environment): string {
  const { HF_HUB_CACHE, HUGGINGFACE_HUB_CACHE } = environment
  return expandHome(HF_HUB_CACHE || HUGGINGFACE_HUB_CACHE || join(hubHome(environment), 'hub'))
}

/** Token saved by a login. */
async function savedToken(environment: Environment): Promise<string | null> {
  const path = environment['HF_TOKEN_PATH'] || join(hubHome(environment), 'token')
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trim() || null
}

function hubHome({ HF_HOME, XDG_CACHE_HOME }: Environment): string {
  return expandHome(HF_HOME || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'huggingface'))
}

// A Hub repository: its type, its id, and the requested revision.
export type HubRepoType = 'dataset' | 'model'

export type HubRepo = Readonly<{ type: HubRepoType; id: string; revision: string }>

const namePattern = /^(?<id>[\w.-]+(\/[\w.-]+)?)(@(?<revision>[\w./-]+))?$/

/** `org/name`, or `org/name@revision`; null if it cannot be the name of a Hub repository. */
export function hubRepoNamed(type: HubRepoType, name: string): HubRepo | null {
  const groups = namePattern.exec(name)?.groups
  const id = groups?.['id']
  return id === undefined ? null : { type, id, revision: groups?.['revision'] ?? 'main' }
}
