// Resets a server's caches, so that a repeated measurement starts like the first.
import { serverUrl } from '#core/backends/server-address.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { message, type Text, textOf } from '#core/messages/message.ts'
import {
  exchange,
  type HttpAnswer,
  isRouteMissing,
  type ServerAccess,
} from '#node/http/http-client.ts'

export type CacheReset = Readonly<{ done: true } | { done: false; reason: Text; remedy: Text }>

type Circumstances = Readonly<{ access: ServerAccess; signal?: AbortSignal }>

const prefixPath = '/reset_prefix_cache'
/** Caches of images and recordings; many servers have none, and no such paths. */
const mediaPaths = ['/reset_mm_cache', '/reset_encoder_cache']

/** Blocks stay allocated briefly after the last response; if they stay longer, a request still uses them. */
const attempts = 10
const betweenAttemptsMs = 200

/** Resets the caches of each server; stops at the first failure. */
export async function resetAllCaches(
  servers: readonly ServerAccess[],
  signal?: AbortSignal,
): Promise<CacheReset> {
  for (const access of servers) {
    const reset = await resetCaches({ access, ...(signal !== undefined && { signal }) })
    if (!reset.done) return reset
  }
  return { done: true }
}

/** Never rejects: returns a failure as a sentence for the user. */
export async function resetCaches(circumstances: Circumstances): Promise<CacheReset> {
  const { baseUrl } = circumstances.access
  const prefixes = await resetPrefixes(circumstances)
  if (prefixes.kind !== 'reset') return refusal(serverUrl(baseUrl, prefixPath), prefixes)
  for (const path of mediaPaths) {
    const media = await ask(path, circumstances)
    if (media.kind === 'failed') return refusal(serverUrl(baseUrl, path), media)
  }
  return { done: true }
}

type Outcome = Readonly<
  { kind: 'reset' } | { kind: 'held' } | { kind: 'absent' } | { kind: 'failed'; why: Text }
>

async function resetPrefixes(circumstances: Circumstances): Promise<Outcome> {
  for (let attempt = 1; attempt < attempts; attempt++) {
    const outcome = await ask(prefixPath, circumstances)
    if (outcome.kind !== 'held' || circumstances.signal?.aborted) return outcome
    await delay(betweenAttemptsMs)
  }
  return await ask(prefixPath, circumstances)
}

async function ask(path: string, circumstances: Circumstances): Promise<Outcome> {
  try {
    return outcomeOf(await exchange('POST', path, circumstances))
  } catch (error) {
    return { kind: 'failed', why: textOf(error) }
  }
}

/** Older servers respond without a body, newer ones with a success field. */
function outcomeOf({ status, body }: HttpAnswer): Outcome {
  if (isRouteMissing(status)) return { kind: 'absent' }
  if (status !== 200) return { kind: 'failed', why: `HTTP ${status}` }
  return { kind: /"success"\s*:\s*false/.test(body) ? 'held' : 'reset' }
}

function refusal(url: string, outcome: Exclude<Outcome, { kind: 'reset' }>): CacheReset {
  switch (outcome.kind) {
    case 'absent':
      return {
        done: false,
        reason: message('runs.noResetRoute', { url }),
        remedy: message('runs.noResetRoute.remedy'),
      }
    case 'held':
      return {
        done: false,
        reason: message('runs.cacheInUse'),
        remedy: message('runs.cacheInUse.remedy'),
      }
    case 'failed':
      return {
        done: false,
        reason: message('runs.cacheNotReset', { url, why: outcome.why }),
        remedy: message('runs.cacheNotReset.remedy'),
      }
  }
}
