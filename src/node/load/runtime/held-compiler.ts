// Pauses V8's optimizing compilers. Code that is hot after the rehearsal is compiled when a measurement begins. The rest would be
// compiled within its first seconds and delay timed work. A load that keeps its thread busy gains more from the compilers than it
// loses.
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { nowUs } from './clock.ts'

/** Busy share of a thread's time above which compiled code saves more than compiling costs. */
const busyShare = 0.85

const { v8_enable_maglev: hasMaglev } = process.config.variables as Readonly<
  Record<string, unknown>
>
/** Some builds lack Maglev, and V8 then rejects its flag. */
const compilers = ['turbofan', ...(hasMaglev === 1 ? ['maglev'] : [])]
const slowCompilers = compilers.slice(0, 1)

/** Number of pauses by compiler: V8 flags are global to the process, in which several loads may run. */
const holders = new Map<string, number>()

function change(names: readonly string[], by: 1 | -1): void {
  for (const name of names) {
    const before = holders.get(name) ?? 0
    holders.set(name, before + by)
    if (before === 0) setFlagsFromString(`--no-${name}`)
    else if (before + by === 0) setFlagsFromString(`--${name}`)
  }
}

const longestPauseMs = 1000

/**
 * Pauses TurboFan during short work, where it costs more time than it saves. Returns a function that ends the pause; a timer ends
 * it as well.
 */
export function pauseSlowCompiler(): () => void {
  change(slowCompilers, 1)
  let isPaused = true
  const end = () => {
    if (isPaused) change(slowCompilers, -1)
    isPaused = false
  }
  setTimeout(end, longestPauseMs).unref()
  return end
}

const { nodeTiming } = performance

export class HeldCompiler {
  #isHeld = false
  #lookedAtUs = 0
  #restedUs = 0

  hold(): void {
    this.#isHeld = true
    this.#lookedAtUs = nowUs()
    this.#restedUs = sleptUs()
    change(compilers, 1)
  }

  /**
   * Call this a few times a second: if a thread was busy since the last call, the compilers resume. A thread is idle while its
   * loop sleeps, and for `waitedUs` in total while it spins until a due time.
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
    change(compilers, -1)
  }
}

function sleptUs(): number {
  return nodeTiming.idleTime * 1000
}
