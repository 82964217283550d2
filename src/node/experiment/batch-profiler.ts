// Starts the server's own profiler once the server runs enough requests concurrently, and stops it after a set time.
import { serverUrl } from '#core/backends/server-address.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { message, type Message, type Text, textOf } from '#core/messages/message.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import { exchange, type ServerAccess } from '#node/http/http-client.ts'
import { metricsAt } from '#node/http/page-at.ts'
import { serverSample } from '#core/telemetry/server-sample.ts'
import { parseMetricsText } from '#core/base/metrics-text.ts'

type BatchProfile = Readonly<{
  access: ServerAccess
  /** Number of concurrent requests that starts a profile. */
  threshold: number
  durationS: number
}>

/** The same interval as in vLLM's Rust client. */
const lookEveryMs = 500

export class BatchProfiler {
  readonly #profile: BatchProfile
  readonly #runEnd = new AbortController()
  #work: Promise<readonly Text[]> | null = null

  constructor(profile: BatchProfile) {
    this.#profile = profile
  }

  /** Starts polling the server; further calls have no effect. */
  begin(): void {
    this.#work ??= this.#profileBatch()
  }

  /** Stops a running profile. Resolves with its problems, in sentences; never rejects. */
  async end(): Promise<readonly Text[]> {
    this.#runEnd.abort()
    return (await this.#work) ?? []
  }

  async #profileBatch(): Promise<readonly Text[]> {
    const { access, threshold, durationS } = this.#profile
    const most = await this.#untilBatch()
    if (most < threshold) return [neverReached(threshold, most)]
    try {
      await startProfiler({ access })
      await this.#rest(durationS * 1000)
      await stopProfiler({ access })
      return []
    } catch (error) {
      return [textOf(error)]
    }
  }

  /** Resolves with the highest number of requests that the server reported, at the latest when the run ends. */
  async #untilBatch(): Promise<number> {
    const { access, threshold } = this.#profile
    let most = -1
    while (!this.#runEnd.signal.aborted) {
      const { signal } = this.#runEnd
      const answer = await metricsAt({ access, path: '/metrics' }, signal).catch(() => null)
      const running =
        answer?.status === 200
          ? serverSample(parseMetricsText(answer.body))?.requestsRunning
          : undefined
      most = Math.max(most, running ?? -1)
      if (most >= threshold) return most
      await this.#rest(lookEveryMs)
    }
    return most
  }

  async #rest(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#runEnd.signal }).catch(() => undefined)
  }
}

function neverReached(threshold: number, most: number): Message {
  const asked = `--profile-batch-threshold ${threshold}`
  return most < 0
    ? message('runs.noRequestCount', { asked })
    : message('runs.thresholdMissed', { most, threshold, asked })
}

// Starts and stops the server's own profiler around a run, if the user requests it.
type ProfilerRequest = Readonly<{ access: ServerAccess; signal?: AbortSignal }>

/** Starts the profiler of each server. If one fails, stops those already started. */
export async function startProfilers(
  servers: readonly ServerAccess[],
  signal: AbortSignal,
): Promise<void> {
  const started: ServerAccess[] = []
  try {
    for (const access of servers) {
      await startProfiler({ access, signal })
      started.push(access)
    }
  } catch (error) {
    for (const access of started) await stopProfiler({ access }).catch(() => undefined)
    throw error
  }
}

export async function startProfiler(questioning: ProfilerRequest): Promise<void> {
  await switchProfiler('/start_profile', questioning)
}

export async function stopProfiler(questioning: ProfilerRequest): Promise<void> {
  await switchProfiler('/stop_profile', questioning)
}

async function switchProfiler(path: string, questioning: ProfilerRequest): Promise<void> {
  const url = serverUrl(questioning.access.baseUrl, path)
  const answer = await exchange('POST', path, questioning).catch((cause: unknown) => {
    throw refusal(url, textOf(cause), cause)
  })
  if (answer.status !== 200) throw refusal(url, `HTTP ${answer.status}`)
}

function refusal(url: string, reason: Text, cause?: unknown): AppError {
  return appError(
    'unsupported',
    'runs.profilerRefused',
    { path: url, why: reason },
    { field: 'profile', cause },
  )
}
