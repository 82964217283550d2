// Makes V8's optimizing compilers wait while we measure. What a rehearsal has made hot is compiled by then; the rest
// would be compiled bit by bit within the first seconds, each time in the way of what is being timed. A load that keeps
// its thread busy needs them more than it suffers from them.
import { setFlagsFromString } from 'node:v8'
import { nowUs } from './clock.ts'
import { processCpuUs, threadCpuUs } from './cpu-time.ts'

/** Of a thread's time; from then on what is compiled saves more than it takes. */
const busyShare = 0.85

const { v8_enable_maglev: hasMaglev } = process.config.variables as Readonly<
  Record<string, unknown>
>
/** The second as V8 has it by default. Where there is no middle compiler, it must not be asked for. */
const waiting = ['--max-optimized-bytecode-size=0', ...(hasMaglev === 1 ? ['--no-maglev'] : [])]
const working = ['--max-optimized-bytecode-size=61440', ...(hasMaglev === 1 ? ['--maglev'] : [])]

/** The flags are those of the whole process, in which several loads may run. */
let holders = 0

export class HeldCompiler {
  #isHeld = false
  #lookedAtUs = 0
  #usedUs = 0

  hold(): void {
    this.#isHeld = true
    this.#lookedAtUs = nowUs()
    this.#usedUs = usedUs()
    if (++holders === 1) waiting.forEach((flag) => setFlagsFromString(flag))
  }

  /** To be called a few times a second: a thread that has been busy since the last time lets them work. */
  look(): void {
    const [beforeUs, usedBeforeUs] = [this.#lookedAtUs, this.#usedUs]
    this.#lookedAtUs = nowUs()
    this.#usedUs = usedUs()
    if (this.#usedUs - usedBeforeUs > busyShare * (this.#lookedAtUs - beforeUs)) this.release()
  }

  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    if (--holders === 0) working.forEach((flag) => setFlagsFromString(flag))
  }
}

/** Of this thread; of the whole process where Node does not tell. */
function usedUs(): number {
  return threadCpuUs() ?? processCpuUs()
}
