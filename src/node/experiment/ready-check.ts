// Waits for a server that is still starting: whatever fails is tried again until a deadline.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type {
  RequestError,
  RequestErrorCode,
  RequestRecord,
} from '#core/model/run/request-record.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'

type Patience = Readonly<{
  /** On the clock of `performance.now()`. */
  deadlineMs: number
  signal: AbortSignal
}>

const pauseMs = 1000

/** Tries at least once; rejects with the last failure. */
export async function untilItWorks<T>(attempt: () => Promise<T>, patience: Patience): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const leftMs = patience.deadlineMs - performance.now()
      if (leftMs <= 0 || !isWorthWaiting(error)) throw error
      await pause(Math.min(pauseMs, leftMs), patience.signal)
    }
  }
}

/** Sends a plan of one request and asks for an answer without an error. */
export async function requireAnswer(
  plan: LoadPlan,
  runLoad: LoadRunner,
  signal: AbortSignal,
): Promise<void> {
  const records: RequestRecord[] = []
  await runLoad(
    plan,
    {
      onPhase: () => undefined,
      onProgress: () => undefined,
      onRecords: (batch) => records.push(...batch),
    },
    signal,
  )
  const error = records[0]?.error
  if (signal.aborted) throw stopped()
  if (error) throw notReady(plan.url, error)
}

function isWorthWaiting(error: unknown): boolean {
  return error instanceof AppError && error.code === 'server-unreachable'
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    throw stopped()
  }
}

function stopped(): AppError {
  return new AppError('cancelled', message('runs.readyCheckCancelled'))
}

function notReady(url: string, { message: why, body }: RequestError): AppError {
  return appError('server-unreachable', 'runs.readyCheckFailed', {
    url,
    why: body === null ? why : `${why} (${body})`,
  })
}

// Ends a load that no longer reaches its server: requests sent to nothing measure nothing.
const noConnection: ReadonlySet<RequestErrorCode> = new Set(['refused', 'dns'])

export class ConnectionWatch {
  readonly #limit: number
  readonly #lost = new AbortController()
  #inSuccession = 0

  /** `limit` connection errors in succession abort; 0 never does. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Aborts when the limit is reached. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /** Records of ended requests, in the order in which they ended. */
  add(records: readonly Pick<RequestRecord, 'error'>[]): void {
    if (this.#limit === 0 || this.#lost.signal.aborted) return
    for (const { error } of records) {
      this.#inSuccession =
        error !== null && noConnection.has(error.code) ? this.#inSuccession + 1 : 0
      if (this.#inSuccession >= this.#limit) return this.#lost.abort()
    }
  }
}
