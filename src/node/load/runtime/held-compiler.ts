// Makes V8's optimizing compilers wait while we measure. What a rehearsal has made hot is compiled by then; the rest
// would be compiled bit by bit within the first seconds, each time in the way of what is being timed. A load that keeps
// its thread busy needs them more than it suffers from them.
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { nowUs } from './clock.ts'

/** Of a thread's time; from then on what is compiled saves more than it takes. */
const busyShare = 0.85

const { v8_enable_maglev: hasMaglev } = process.config.variables as Readonly<
  Record<string, unknown>
>
/** Not everywhere is there one in the middle, and where there is none it must not be asked for. */
const compilers = ['turbofan', ...(hasMaglev === 1 ? ['maglev'] : [])]

/** The flags are those of the whole process, in which several loads may run. */
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
   * To be called a few times a second: a thread that has been busy since the last time lets them work. It rests while its
   * loop sleeps, and `waitedUs`, all in all, while it turns until something is due.
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
