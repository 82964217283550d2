// Waits with better precision than the millisecond of Node's timers: sleeps in the event loop until shortly before the due time,
// then naps with a turn of the loop between two naps, and spins for the last microseconds, for as long as naps end late on this
// machine. Spinning keeps a core busy, so it has a budget.
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { nowUs } from './clock.ts'

/** Maximum lateness of a Node timer, whose clock counts whole milliseconds; the sleep ends this much early. */
const sleepErrorUs = 1200
/** Node has no shorter timer. */
const shortestSleepUs = 1000
/** Share of the time that may be spent on loop turns, beyond a small allowance. */
const turningShare = 0.5
const allowanceUs = 50_000

/** Sockets wait for a nap to end, so naps are short; with shorter naps, the turns between them would take more CPU time. */
const longestNapUs = 100
/** A shorter nap costs as much as it saves. */
const shortestNapUs = 10
/** Maximum spin between two turns of the event loop. Each turn creates garbage, so this is not shorter. */
const longestTurnUs = 10
const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

/** On a machine with other load a nap may end milliseconds late, which spinning cannot compensate. */
const latestNapUs = 250
/** Typical lateness of naps on this machine, for all timers of the thread. */
let napLatenessUs = 60

let isSharp = false

/**
 * Linux adds 50 µs to every sleep of a thread unless the thread requests less. Must be called by the main thread, for itself and
 * the threads it starts afterwards.
 */
export function sharpenSleeps(): void {
  if (isSharp || !isMainThread || process.platform !== 'linux') return
  isSharp = true
  try {
    writeFileSync('/proc/self/timerslack_ns', '1000')
  } catch {
    // Without it naps end later, and the timer spins longer.
  }
}

export class PreciseTimer {
  readonly #wake: () => void
  readonly #createdAtUs = nowUs()
  #deadlineUs = 0
  #turnedUs = 0
  #nappedUs = 0
  #turningSinceUs: number | null = null
  #sleep: NodeJS.Timeout | undefined
  #turn: NodeJS.Immediate | undefined

  constructor(wake: () => void) {
    this.#wake = wake
    sharpenSleeps()
  }

  /** One due time at a time: a new one replaces the old. Never fires before this returns. */
  set(deadlineUs: number): void {
    this.clear()
    this.#deadlineUs = deadlineUs
    const leftUs = deadlineUs - nowUs()
    if (leftUs > sleepErrorUs + shortestSleepUs) this.#sleepFor(leftUs - sleepErrorUs)
    else this.#turn = setImmediate(() => this.#waitOn())
  }

  /** Total time spent on turns and naps. */
  get waitedUs(): number {
    return this.#turnedUs + this.#nappedUs
  }

  clear(): void {
    clearTimeout(this.#sleep)
    clearImmediate(this.#turn)
    this.#turningSinceUs = null
  }

  #waitOn(): void {
    const now = nowUs()
    this.#countTurning(now)
    const leftUs = this.#deadlineUs - now
    if (leftUs <= 0) this.#wake()
    else if (leftUs > sleepErrorUs + shortestSleepUs) this.#sleepFor(leftUs - sleepErrorUs)
    else if (this.#mayTurn(now)) this.#turnOnce(now)
    else this.#sleepFor(leftUs)
  }

  #sleepFor(us: number): void {
    this.#turningSinceUs = null
    this.#sleep = setTimeout(() => this.#waitOn(), Math.floor(us / 1000))
  }

  #turnOnce(now: number): void {
    const napUs = Math.min(longestNapUs, this.#deadlineUs - now - napLatenessUs)
    const naps = napUs >= shortestNapUs
    if (naps) nap(now, napUs)
    else spinUntil(Math.min(this.#deadlineUs, now + longestTurnUs))
    this.#turningSinceUs = naps ? nowUs() : now
    this.#nappedUs += this.#turningSinceUs - now
    this.#turn = setImmediate(() => this.#waitOn())
  }

  #countTurning(now: number): void {
    if (this.#turningSinceUs !== null) this.#turnedUs += now - this.#turningSinceUs
  }

  #mayTurn(now: number): boolean {
    return this.#turnedUs < allowanceUs + turningShare * (now - this.#createdAtUs)
  }
}

/** A late nap raises the estimate faster than an early one lowers it, so that most naps end in time. */
function nap(startUs: number, us: number): void {
  Atomics.wait(nobodyWakes, 0, 0, us / 1000)
  const lateUs = Math.min(latestNapUs, nowUs() - startUs - us)
  napLatenessUs += (lateUs - napLatenessUs) * (lateUs > napLatenessUs ? 0.18 : 0.02)
}

function spinUntil(momentUs: number): void {
  while (nowUs() < momentUs);
}
