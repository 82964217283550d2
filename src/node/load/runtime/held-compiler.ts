// Pauses V8's optimizing compilers during a measurement. Code that is hot after the rehearsal is compiled by then. The rest
// would be compiled within the first seconds and delay timed work. A load that keeps its thread busy gains more from the
// compilers than it loses.
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { nowUs } from './clock.ts'

/** Busy share of a thread's time above which compiled code saves more than the compilation costs. */
const busyShare = 0.85

const { v8_enable_maglev: hasMaglev } = process.config.variables as Readonly<
  Record<string, unknown>
>
/** Maglev is missing in some builds, and V8 rejects its flag there. */
const compilers = ['turbofan', ...(hasMaglev === 1 ? ['maglev'] : [])]

/** V8 flags are global to the process, in which several loads may run. */
let holders = 0

const { nodeTiming } = performance

export class HeldCompiler {
  #isHeld = false
  #lookedAtUs = 0
  #restedUs = 0

  hold(): void {
    this.#isHeld = true
    this.#lookedAtUs = nowUs()
    this.#restedUs = sleptUs()
    if (++holders === 1) compilers.forEach((each) => setFlagsFromString(`--no-${each}`))
  }

  /**
   * Call this a few times a second: a thread that was busy since the last call lets the compilers work. A thread is idle while
   * its loop sleeps, and for `waitedUs` in total while it spins until a due time.
   */
  look(waitedUs: number): void {
    const [beforeUs, restedBeforeUs] = [this.#lookedAtUs, this.#restedUs]
    this.#lookedAtUs = nowUs()
    this.#restedUs = sleptUs() + waitedUs
    const elapsedUs = this.#lookedAtUs - beforeUs
    if (this.#restedUs - restedBeforeUs < (1 - busyShare) * elapsedUs) this.release()
  }

  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    if (--holders === 0) compilers.forEach((each) => setFlagsFromString(`--${each}`))
  }
}

function sleptUs(): number {
  return nodeTiming.idleTime * 1000
}
