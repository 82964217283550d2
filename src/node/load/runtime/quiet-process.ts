// Keeps the rest of this process from disturbing a measurement.
import { nowUs } from './clock.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const napMs = 0.5
/** A nap that ends no later than this shows that the thread gets a processor when it is woken. */
const tolerableDelayUs = 250
const longestRestUs = 30_000
const neverNotified = new Int32Array(new SharedArrayBuffer(4))

/**
 * Pays back processor time before a run. Preparing keeps a thread busy, and beside other work the scheduler then lets it
 * wait until the others have had their share: the first reads of a burst then arrive late. Asleep, the thread waits before
 * anything is measured. Blocks the thread: for half a millisecond on a quiet machine, for at most some 30 beside other work.
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

/** What V8 calls its threads, on Linux. */
const backgroundName = 'V8Worker'
const laterPriority = 10

/**
 * Lets the compiler's and the collector's threads run behind those that measure, where they share a core. Only Linux has
 * priorities by thread; elsewhere, and where it is forbidden, nothing happens.
 */
export function lowerBackgroundThreads(): void {
  if (process.platform !== 'linux') return
  try {
    for (const id of backgroundThreads()) setPriority(id, laterPriority)
  } catch {
    // A run is as good as the machine allows; the client's verdict shows how good that was.
  }
}

/** Ids of the system, as `/proc` lists them. */
export function backgroundThreads(): readonly number[] {
  return readdirSync('/proc/self/task')
    .filter((id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith(backgroundName))
    .map(Number)
}

type Collect = (options?: Readonly<{ type: 'major' | 'minor' }>) => void

/** A heap no larger is left to V8: after a collection of ours it would begin its next one as soon as the run has begun. */
const smallOldHeapBytes = 16e6

let known: Collect | undefined

/** There in contexts made after the flag was set. */
function collector(): Collect | undefined {
  setFlagsFromString('--expose-gc')
  known ??= runInNewContext('globalThis.gc') as Collect | undefined
  return known
}

/**
 * Collects this thread's garbage before a run: what preparing left behind must not be collected while we measure. Takes
 * some tens of milliseconds. Without it the first collections of a run that took much to prepare take up to 6 ms each.
 */
export function collectGarbage(): void {
  if (oldHeapBytes() > smallOldHeapBytes) collector()?.()
}

/** Without the young part, which V8 makes 8 MB larger or not with the same objects in it. */
function oldHeapBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !name.startsWith('new_'))
    .reduce((sum, { space_size: bytes }) => sum + bytes, 0)
}

/**
 * Takes a millisecond or two. What has no reference any more but is some seconds old stays, as does what was compiled for
 * it. What is referenced moves to the old once it has been met twice: after this none of it is left to be met.
 */
export function collectYoungGarbage(): void {
  const collect = collector()
  collect?.({ type: 'minor' })
  collect?.({ type: 'minor' })
}
