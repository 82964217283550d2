// The part of a plan that one thread sends.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { partOfShard } from '#core/workload/shard.ts'
import { connectionsToPrepare } from '../connections/prepared-connections.ts'
import { EveryNth, SharedTurns, type Turns } from './turns.ts'

export type Share = Readonly<{
  /** Index of the thread, from 0. */
  thread: number
  threads: number
  /** One number in shared memory: requests taken so far. Used if there is a limit. */
  taken: Int32Array
  /** Requests in flight to each of several servers, in shared memory. Omitted if one thread sends all. */
  inFlight?: Int32Array
}>

export const wholePlan: Share = { thread: 0, threads: 1, taken: new Int32Array(1) }

/** Without a limit each thread's requests are fixed from the start; with a limit, any thread with a free slot takes the next. */
export function turnsOf(plan: LoadPlan, { thread, threads, taken }: Share): Turns {
  const isEndless = plan.sendUntilS !== undefined && plan.offsetsS.length === 0
  const count = isEndless ? Infinity : plan.offsetsS.length
  if (plan.maxConcurrency === null || threads === 1) return new EveryNth(thread, threads, count)
  return new SharedTurns(taken, count)
}

/** The limits of all threads add up to the plan's. */
export function limitOf({ maxConcurrency }: LoadPlan, share: Share): number | null {
  return maxConcurrency === null ? null : partOfThread(maxConcurrency, share)
}

/** Whether other workers share the limit. */
export function isLimitShared({ maxConcurrency, shard }: LoadPlan): boolean {
  return maxConcurrency !== null && (shard?.workers ?? 1) > 1
}

export function connectionsOf(plan: LoadPlan, share: Share): number {
  return plan.coldConnections === true ? 0 : partOfThread(connectionsToPrepare(plan), share)
}

function partOfThread(amount: number, { thread, threads }: Share): number {
  return partOfShard(amount, { worker: thread, workers: threads })
}
