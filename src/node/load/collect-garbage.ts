// Collects this thread's garbage at a moment of our choosing: what preparing has left behind must not be collected
// while we measure.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

type Collect = (options?: Readonly<{ type: 'major' | 'minor' }>) => void

/** There in contexts made after the flag was set. */
const collect = runInNewContext('globalThis.gc') as Collect | undefined

/** Takes some tens of milliseconds. Without it the first collections of a run take up to 6 ms each. */
export function collectGarbage(): void {
  collect?.()
}

/**
 * Takes a millisecond or two. What has no reference any more but is some seconds old stays, as does what was compiled for
 * it. What is referenced moves to the old once it has been met twice: after this none of it is left to be met.
 */
export function collectYoungGarbage(): void {
  collect?.({ type: 'minor' })
  collect?.({ type: 'minor' })
}
