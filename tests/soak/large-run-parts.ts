// Runs as large as any: ten thousand streams at once, and a million requests one after the other.
import { availableParallelism } from 'node:os'
import type { SoakPart } from './soak-part.ts'
import { watchedRun, type WatchedRun } from './watched-run.ts'

type LargeRun = Readonly<{
  name: string
  requests: number
  timing: Readonly<{ ttftMs: number; itlMs: number }>
  flags: string
  /** Of memory, for all of it: prompts, connections, records. */
  mostMemoryMiB: number
  inFlight: number
}>

const common =
  '--model mock --prompt-token-ids --vocab-size 1000 --random-input-len 4 --ready-check-timeout-sec 0 --disable-tqdm'

const largeRuns: readonly LargeRun[] = [
  {
    name: 'streams',
    requests: 10_000,
    // A token a second each, so that what is looked at is the number of streams.
    timing: { ttftMs: 1000, itlMs: 1000 },
    flags: '--random-output-len 20',
    mostMemoryMiB: 1024,
    inFlight: 10_000,
  },
  {
    name: 'million',
    requests: 1_000_000,
    timing: { ttftMs: 0, itlMs: 0 },
    flags: '--random-output-len 1 --max-concurrency 256',
    mostMemoryMiB: 4096,
    inFlight: 256,
  },
]

export const largeRunParts: readonly SoakPart[] = largeRuns.map((large) => ({
  name: large.name,
  async run() {
    const { timing, flags, requests } = large
    const watched = await watchedRun(timing, `--num-prompts ${requests} ${common} ${flags}`)
    requireWhole(large, watched)
    return figuresOf(watched)
  },
}))

function requireWhole(large: LargeRun, watched: WatchedRun): void {
  const { run, requestsKept, peakMemoryMiB, code, notes } = watched
  if (code !== 0) throw new Error(`it ended with ${code}: ${notes}`)
  const { requests, inFlight, mostMemoryMiB } = large
  const { completed, failed, peakConcurrency } = run.summary ?? {}
  if (completed !== requests || failed !== 0) {
    const [error] = run.summary?.errors ?? []
    throw new Error(
      `${completed} of ${requests} were answered, ${failed} failed: ${error?.message}`,
    )
  }
  if (requestsKept !== requests) throw new Error(`${requestsKept} of ${requests} were kept`)
  if (peakConcurrency !== inFlight) throw new Error(`${peakConcurrency} were in flight at most`)
  if (peakMemoryMiB > mostMemoryMiB) throw new Error(`it took ${peakMemoryMiB} MiB`)
}

function figuresOf({ run, seconds, peakMemoryMiB, mostFiles }: WatchedRun): string {
  const { completed = 0, durationS = NaN, peakConcurrency, client } = run.summary ?? {}
  const rate = Math.round(completed / durationS)
  const lag = Math.round((client?.readLagP99Us ?? NaN) / 1000)
  return (
    `${completed} requests, ${peakConcurrency} in flight, in ${durationS.toFixed(0)} s of ${seconds.toFixed(0)} s ` +
    `(${rate}/s); at most ${peakMemoryMiB} MiB and ${mostFiles} files; p99 of the read lag ${lag} ms, ` +
    `${availableParallelism()} cores`
  )
}
