// Waits for a server that is still starting: retries after any failure until a deadline.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { RequestError, RequestRecord } from '#core/records/request-record.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'

type Patience = Readonly<{
  /** Deadline on the clock of `performance.now()`. */
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

/** Sends a plan of one request and requires a response without an error. */
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

function notReady(
  url: string,
  { message: english, text: why = english, body }: RequestError,
): AppError {
  return appError('server-unreachable', 'runs.readyCheckFailed', {
    url,
    why: body === null ? why : message('common.of', { name: why, text: `(${body})` }),
  })
}
