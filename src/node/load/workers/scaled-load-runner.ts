// A load runner that takes as many threads as the load is worth on this machine: one is this very thread.
import { availableParallelism } from 'node:os'
import type { LoadRunner } from '../load-runner.ts'
import { runLoad } from '../run-load.ts'
import { usefulThreads } from './useful-threads.ts'

/** `entry` is what a further thread begins with: it must call serveLoadThread. */
export function createScaledLoadRunner(entry: URL): LoadRunner {
  return async (plan, hooks, signal) => {
    const threads = plan.threads ?? usefulThreads(plan, availableParallelism())
    const run = threads === 1 ? runLoad : await threadedLoadRunner(entry, threads)
    return run(plan, hooks, signal)
  }
}

/** Loaded when wanted: most loads take one thread, and are to begin soon. */
async function threadedLoadRunner(entry: URL, threads: number): Promise<LoadRunner> {
  return (await import('./run-threaded-load.ts')).createThreadedLoadRunner(entry, threads)
}
