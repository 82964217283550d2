// The files of a Hub repository at one commit: from the Hub if reachable, otherwise from the cache.
import { datasetInfo, downloadFile, HubApiError, listFiles, modelInfo } from '@huggingface/hub'
import { message, MessageError, type Text, textOf, remedied } from '#core/messages/message.ts'
import { AppError, type AppErrorCode } from '#core/model/app-error.ts'
import { webFetch } from '#node/http/web-fetch.ts'
import type { HubAccess, HubRepo, HubRepoType } from './hub-access.ts'
import { HubCache } from './hub-cache.ts'

// Messages for the Hub's error responses, with remedies.
const blame: Readonly<Record<HubRepoType, Readonly<{ code: AppErrorCode; field: string }>>> = {
  dataset: { code: 'dataset-invalid', field: 'datasetPath' },
  model: { code: 'tokenizer-unavailable', field: 'tokenizer' },
}

/** Whether the Hub itself rejected the request, so that the cache would not match the requested version. */
function isAnswer(error: unknown): boolean {
  return error instanceof HubApiError && error.statusCode < 500
}

function hubRefusal(error: unknown, repo: HubRepo, { endpoint }: HubAccess): AppError {
  if (error instanceof AppError) return error
  const { code, field } = blame[repo.type]
  const name = `${repo.type} ${repo.id}${repo.revision === 'main' ? '' : `@${repo.revision}`}`
  const { message: says, remedy } = isAnswer(error) ? answered(error) : unreached(error, endpoint)
  return new AppError(code, message('common.at', { place: name, text: says }), {
    field,
    remedy,
    cause: error,
  })
}

type Explanation = Readonly<{ message: Text; remedy: Text }>

const needsToken = remedied('workload.hubPrivate')

const explanations: Readonly<Record<number, Explanation>> = {
  401: needsToken,
  403: needsToken,
  404: remedied('workload.hubUnknown'),
}

function answered(error: unknown): Explanation {
  const known = error instanceof HubApiError ? explanations[error.statusCode] : undefined
  return known ?? { message: textOf(error), remedy: message('workload.hubLater') }
}

function unreached(error: unknown, endpoint: string): Explanation {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return remedied('workload.hubUnreachable', { endpoint, why: textOf(cause) })
}

type HubSnapshot = Readonly<{
  commit: string
  /** Sorted paths relative to the repository's root, with slashes. */
  paths: readonly string[]
  /** Returns the path of the file on this machine, downloaded if needed. */
  locate: (path: string) => Promise<string>
}>

type Call = Readonly<{ hubUrl: string; accessToken?: string; fetch: typeof globalThis.fetch }>

/** Limit for the first response only; downloads may take longer. */
const reachTimeoutMs = 15_000

const infoOf: Readonly<Record<HubRepoType, typeof datasetInfo>> = {
  dataset: datasetInfo,
  model: modelInfo as typeof datasetInfo,
}

/** Rejects with `dataset-invalid` or `tokenizer-unavailable`, depending on the kind of repository. */
export async function openSnapshot(
  repo: HubRepo,
  access: HubAccess,
  signal?: AbortSignal,
): Promise<HubSnapshot> {
  const cache = new HubCache(access.cacheFolder, repo)
  try {
    if (access.isOffline) throw new MessageError(message('workload.offline'))
    return await openOnline(repo, { access, cache, ...(signal && { signal }) })
  } catch (error) {
    const kept = isAnswer(error) ? null : await openKept(repo, cache)
    if (kept !== null && !signal?.aborted) return kept
    throw hubRefusal(error, repo, access)
  }
}

async function openOnline(
  repo: HubRepo,
  { access, cache, signal }: Readonly<{ access: HubAccess; cache: HubCache; signal?: AbortSignal }>,
): Promise<HubSnapshot> {
  const designation = { type: repo.type, name: repo.id }
  const commit = await commitOf(repo, callOptions(access, limited(signal)))
  const options = { repo: designation, revision: commit, ...callOptions(access, signal) }
  const paths: string[] = []
  for await (const { type, path } of listFiles({ ...options, recursive: true })) {
    if (type === 'file') paths.push(path)
  }
  await cache.keepCommit(repo.revision, commit)
  return {
    commit,
    paths: paths.sort(),
    locate: async (path) => {
      if (!(await cache.has(commit, path))) {
        await download(path, options, cache).catch((error: unknown) => {
          throw hubRefusal(error, repo, access)
        })
      }
      return cache.pathOf(commit, path)
    },
  }
}

async function commitOf({ type, id, revision }: HubRepo, call: Call): Promise<string> {
  const { sha } = await infoOf[type]({ name: id, revision, additionalFields: ['sha'], ...call })
  return sha
}

async function download(
  path: string,
  options: Parameters<typeof listFiles>[0] & Readonly<{ revision: string }>,
  cache: HubCache,
): Promise<void> {
  const contents = await downloadFile({ ...options, path })
  if (contents === null) throw new MessageError(message('workload.noFile', { path }))
  await cache.keep(options.revision, path, contents)
}

async function openKept({ revision }: HubRepo, cache: HubCache): Promise<HubSnapshot | null> {
  const commit = await cache.commitOf(revision)
  if (commit === null) return null
  return {
    commit,
    paths: await cache.pathsIn(commit),
    locate: (path) => Promise.resolve(cache.pathOf(commit, path)),
  }
}

function callOptions({ endpoint, token }: HubAccess, signal?: AbortSignal): Call {
  return {
    hubUrl: endpoint,
    ...(token !== null && { accessToken: token }),
    // The parts of fetch that the Hub's client uses; the type omits request objects, forms and caches.
    fetch: (input, { method = 'GET', headers, body, redirect = 'follow' } = {}) =>
      webFetch(input instanceof Request ? input.url : input, {
        method,
        redirect,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? body : null,
        signal: signal ?? null,
      }),
  }
}

function limited(signal?: AbortSignal): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(reachTimeoutMs), ...(signal ? [signal] : [])])
}
