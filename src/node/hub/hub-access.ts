// How the Hub of models and datasets is reached from this machine, configured as its own tools: by the environment.
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

export type HubAccess = Readonly<{
  /** Without a slash at its end. */
  endpoint: string
  cacheFolder: string
  /** Sent as a bearer token; null is anonymous. */
  token: string | null
  /** No request is sent; only the cache is used. */
  isOffline: boolean
}>

const publicEndpoint = 'https://huggingface.co'

export async function hubAccess(environment: Environment = process.env): Promise<HubAccess> {
  return {
    endpoint: (environment['HF_ENDPOINT'] || publicEndpoint).replace(/\/+$/, ''),
    cacheFolder: hubCacheFolder(environment),
    token: environment['HF_TOKEN'] || (await savedToken(environment)),
    isOffline: /^(1|on|yes|true)$/i.test(environment['HF_HUB_OFFLINE'] ?? ''),
  }
}

export function hubCacheFolder(environment: Environment): string {
  return environment['HF_HUB_CACHE'] || join(hubHome(environment), 'hub')
}

/** What a login left behind. */
async function savedToken(environment: Environment): Promise<string | null> {
  const path = environment['HF_TOKEN_PATH'] || join(hubHome(environment), 'token')
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trim() || null
}

function hubHome({ HF_HOME, XDG_CACHE_HOME }: Environment): string {
  return HF_HOME || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'huggingface')
}

// A repository of the hub by its name: what kind it is, its id, and the revision asked for.
export type HubRepoType = 'dataset' | 'model'

export type HubRepo = Readonly<{ type: HubRepoType; id: string; revision: string }>

const namePattern = /^(?<id>[\w.-]+(\/[\w.-]+)?)(@(?<revision>[\w./-]+))?$/

/** `org/name`, or `org/name@revision`; null where it can be no name of the hub. */
export function hubRepoNamed(type: HubRepoType, name: string): HubRepo | null {
  const groups = namePattern.exec(name)?.groups
  const id = groups?.['id']
  return id === undefined ? null : { type, id, revision: groups?.['revision'] ?? 'main' }
}
