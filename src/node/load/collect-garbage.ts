// Collects this thread's garbage at a moment of our choosing: what preparing has left behind must not be collected
// while we measure.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options?: Readonly<{ type: 'major' | 'minor' }>) => void

let known: Collect | undefined

/** There in contexts made after the flag was set; one takes some milliseconds, which few starts have to wait for. */
function collector(): Collect | undefined {
  setFlagsFromString('--expose-gc')
  known ??= runInNewContext('globalThis.gc') as Collect | undefined
  return known
}

/** Takes some tens of milliseconds. Without it the first collections of a run take up to 6 ms each. */
export function collectGarbage(): void {
  collector()?.()
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
