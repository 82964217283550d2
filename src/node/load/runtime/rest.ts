// Pays back processor time before a run. Preparing keeps a thread busy, and beside other work the scheduler then lets it
// wait until the others have had their share: the first reads of a burst then come late. Asleep, the thread waits
// before anything is measured instead.
import { nowUs } from './clock.ts'

const napMs = 0.5
/** A nap that ends no later than this shows that the thread gets a processor when it is woken. */
const tolerableDelayUs = 250
const longestRestUs = 30_000
const neverNotified = new Int32Array(new SharedArrayBuffer(4))

/** Blocks the thread: for half a millisecond on a quiet machine, for at most some 30 beside other work. */
export function rest(): void {
  const untilUs = nowUs() + longestRestUs
  while (napDelayUs() > tolerableDelayUs && nowUs() < untilUs);
}

function napDelayUs(): number {
  const sinceUs = nowUs()
  Atomics.wait(neverNotified, 0, 0, napMs)
  return nowUs() - sinceUs - 1000 * napMs
}
