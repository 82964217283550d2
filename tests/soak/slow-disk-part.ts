// Runs whose records arrive faster than they are stored: all of them are kept.
import { slowDisk } from './slow-disk.ts'
import type { SoakPart } from './soak-part.ts'
import { watchedRun, type WatchedRun } from './watched-run.ts'

const common =
  '--model mock --prompt-token-ids --vocab-size 1000 --random-input-len 4 --random-output-len 1 ' +
  '--max-concurrency 64 --ready-check-timeout-sec 0 --disable-tqdm'
const mostMemoryMiB = 1024

export const slowDiskPart: SoakPart = {
  name: 'slow-disk',
  async run() {
    return `${await keptOf(50_000)}; ${await keptOf(300_000)}`
  },
}

async function keptOf(requests: number): Promise<string> {
  const watched = await runOf(requests)
  const { run, code, requestsKept, notes } = watched
  const isWhole = code === 0 && requestsKept === requests && run.summary?.completed === requests
  if (isWhole) return textOf(watched)
  throw new Error(`${requestsKept} of ${requests} were kept, it is ${run.status}: ${notes}`)
}

async function runOf(requests: number): Promise<WatchedRun> {
  const timing = { ttftMs: 0, itlMs: 0 }
  const watched = await watchedRun(timing, `--num-prompts ${requests} ${common}`, slowDisk)
  if (watched.peakMemoryMiB > mostMemoryMiB) throw new Error(`${watched.peakMemoryMiB} MiB`)
  return watched
}

function textOf({ run, requestsKept, peakMemoryMiB }: WatchedRun): string {
  return `${requestsKept} of ${run.plannedRequests} kept, at most ${peakMemoryMiB} MiB`
}
