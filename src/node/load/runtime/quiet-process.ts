// Prevents the rest of this process from disturbing a measurement.
import { nowUs } from './clock.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const napMs = 0.5
/** A shorter delay of a sleep shows that the thread gets a processor as soon as it wakes. */
const tolerableDelayUs = 250
const longestRestUs = 30_000
const neverNotified = new Int32Array(new SharedArrayBuffer(4))

/**
 * Sleeps before a run, because preparing keeps a thread busy. On a shared machine the scheduler would then make the thread wait
 * for its fair share, which would delay the first reads of a burst. Blocks the thread for 0.5 ms on a quiet machine, at most
 * about 30 ms on a busy one.
 */
export function rest(): void {
  const untilUs = nowUs() + longestRestUs
  while (napDelayUs() > tolerableDelayUs && nowUs() < untilUs);
}

function napDelayUs(): number {
  const sinceUs = nowUs()
  Atomics.wait(neverNotified, 0, 0, napMs)
  return nowUs() - sinceUs - 1000 * napMs
}

/** Name of V8's threads on Linux. */
const backgroundName = 'V8Worker'
const laterPriority = 10

/**
 * Gives the compiler's and the collector's threads a lower priority than measuring threads, if they share a core. Only Linux has
 * priorities per thread; on other systems, and without permission, this does nothing.
 */
export function lowerBackgroundThreads(): void {
  if (process.platform !== 'linux') return
  try {
    for (const id of backgroundThreads()) setPriority(id, laterPriority)
  } catch {
    // The run continues; its client metrics show any disturbance.
  }
}

/** Thread ids, as listed in `/proc`. */
export function backgroundThreads(): readonly number[] {
  return readdirSync('/proc/self/task')
    .filter((id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith(backgroundName))
    .map(Number)
}

type Collect = (options?: Readonly<{ type: 'major' | 'minor' }>) => void

/**
 * A heap that grew less since the last collection is left to V8, because after a manual collection V8 would start its next one
 * right after the run's start.
 */
const smallGrowthBytes = 16e6
/** Initially the program itself, which is no garbage; later the heap after the last collection. */
let bytesBefore = oldHeapBytes()

let known: Collect | undefined

/** Available in contexts created after the flag was set. */
function collector(): Collect | undefined {
  setFlagsFromString('--expose-gc')
  known ??= runInNewContext('globalThis.gc') as Collect | undefined
  return known
}

/**
 * Collects this thread's garbage before a run, so that garbage from preparing is not collected during it. Takes a few tens of
 * milliseconds. Without it the first collections of a run with much preparation take up to 6 ms each. Returns whether it
 * collected.
 */
export function collectGarbage(): boolean {
  if (oldHeapBytes() - bytesBefore <= smallGrowthBytes) return false
  collector()?.()
  bytesBefore = oldHeapBytes()
  return true
}

/** Excludes the young generation, whose size varies by 8 MB for the same objects. */
function oldHeapBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !name.startsWith('new_'))
    .reduce((sum, { space_size: bytes }) => sum + bytes, 0)
}

/**
 * Takes 1–2 ms. Unreferenced objects older than a few seconds remain, and so does code compiled for them. Referenced objects move
 * to the old generation after two collections, so that the run collects none of them.
 */
export function collectYoungGarbage(): void {
  const collect = collector()
  collect?.({ type: 'minor' })
  collect?.({ type: 'minor' })
}
