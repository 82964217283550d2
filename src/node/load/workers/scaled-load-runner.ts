// A load runner that uses as many threads as the load needs on this machine; a single one is the current thread.
import { availableParallelism } from 'node:os'
import type { LoadRunner } from '../load-runner.ts'
import { runLoad } from '../run-load.ts'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { connectionsToPrepare } from '../connections/prepared-connections.ts'

/** `entry` is the entry module of a further thread, which must call serveLoadThread. */
export function createScaledLoadRunner(entry: URL): LoadRunner {
  return async (plan, hooks, signal) => {
    const threads = plan.threads ?? usefulThreads(plan, availableParallelism())
    const run = threads === 1 ? runLoad : await threadedLoadRunner(entry, threads)
    return run(plan, hooks, signal)
  }
}

/** Loaded on demand, because most loads take one thread and should start soon. */
async function threadedLoadRunner(entry: URL, threads: number): Promise<LoadRunner> {
  return (await import('./run-threaded-load.ts')).createThreadedLoadRunner(entry, threads)
}

/** Number of streams that one thread reads without falling behind, at a few tens of tokens a second each. */
const streamsPerThread = 500
/** Requests per second that one thread can send on time. */
const requestsPerSPerThread = 2000
const mostThreads = 8

/**
 * Number of threads for a load. Unneeded threads only take CPU time from each other and from other programs. Exported for tests.
 */
export function usefulThreads(
  plan: Pick<LoadPlan, 'offsetsS' | 'sendUntilS' | 'maxConcurrency'>,
  cores: number,
): number {
  const streams = connectionsToPrepare(plan)
  const wanted = Math.max(
    Math.ceil(streams / streamsPerThread),
    Math.ceil(requestRate(plan.offsetsS) / requestsPerSPerThread),
  )
  // One core is left to the parent process and the system.
  const possible = Math.min(mostThreads, cores - 1)
  return Math.max(1, Math.min(wanted, possible))
}

/** Requests per second; 0 if all are sent at once, because then their number decides. */
function requestRate(offsetsS: Float64Array): number {
  const lastS = offsetsS.at(-1) ?? 0
  return lastS > 0 ? offsetsS.length / lastS : 0
}
