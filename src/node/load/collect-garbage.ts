// Collects this thread's garbage at a moment of our choosing: what preparing has left behind must not be collected
// while we measure.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** There in contexts made after the flag was set. */
const collect = runInNewContext('globalThis.gc') as (() => void) | undefined

/** Takes some tens of milliseconds. Without it the first collections of a run take up to 6 ms each. */
export function collectGarbage(): void {
  collect?.()
}
