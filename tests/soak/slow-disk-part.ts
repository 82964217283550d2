// Runs whose records come faster than they are stored: one that ends in time, and one that has to be ended.
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
    const small = await runOf(50_000)
    if (small.code !== 0 || small.requestsKept !== 50_000) {
      throw new Error(`${small.requestsKept} of 50000 were kept: ${small.notes}`)
    }
    const large = await runOf(300_000)
    const { run, requestsKept, notes } = large
    const reported = (run.summary?.completed ?? 0) + (run.summary?.failed ?? 0)
    if (run.failure?.code !== 'storage-too-slow') throw new Error(`it is ${run.status}: ${notes}`)
    if (reported !== requestsKept)
      throw new Error(`${reported} requests were told, ${requestsKept} kept`)
    return `${textOf(small)}; ${textOf(large)}, and the run says so`
  },
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
