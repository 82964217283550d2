// Lets the compiler's and the collector's threads of this process run behind those that measure, where they share
// a core. On a core of their own they are as fast as before.
import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** What V8 calls its threads, on Linux. */
const backgroundName = 'V8Worker'
const laterPriority = 10

/** Only Linux has priorities by thread; elsewhere, and where it is forbidden, nothing happens. */
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
