// Collects this thread's garbage at a moment of our choosing: what preparing has left behind must not be collected
// while we measure.
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

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

/** Takes some tens of milliseconds. Without it the first collections of a run that took much to prepare take up to 6 ms each. */
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
