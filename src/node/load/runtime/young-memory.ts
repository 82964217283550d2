// Limits the part of V8's memory in which every object begins. V8 doubles it as long as objects survive, as those of a
// workload do, up to 100 MB in all, and rarely shrinks it. Less is enough: it costs no CPU time that could be measured.
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const enoughBytes = 4 * 2 ** 20
const lookEveryMs = 2

/** Stops the growth of this process's young memory. */
export function keepYoungMemorySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Lets it grow until it is large enough to prepare a workload, because each collection copies what survives. */
export function limitYoungMemory(): void {
  const timer = setInterval(() => {
    if (youngBytes() < enoughBytes) return
    keepYoungMemorySmall()
    clearInterval(timer)
  }, lookEveryMs).unref()
}

function youngBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'new_space')
    .reduce((sum, { space_size: bytes }) => sum + bytes, 0)
}
