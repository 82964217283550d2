// Wakes at a moment with better than the millisecond of Node's timers: sleeps until shortly before, then turns
// the event loop until it is time. Turning keeps a core busy, so there is a budget for it, and every turn leaves
// garbage, so that naps lie between turns.
import { nowUs } from './clock.ts'

/** How late a timer of Node may fire; the sleep ends this much early. */
const sleepErrorUs = 1500
/** Node has no shorter timer. */
const shortestSleepUs = 1000
/** Share of the time that may go into turning, beyond a small allowance. */
const turningShare = 0.5
const allowanceUs = 50_000

/** A nap keeps the sockets waiting; without naps the collector would, and for longer. */
const napMs = 0.05
/** What a nap may take, with what the system adds to it. */
const longestNapUs = 250
/** Each turn leaves garbage, so that the last ones are not as short as they might be. */
const longestTurnUs = 10
const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

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
  }

  /** One moment at a time: a new one takes the place of the old. Never wakes before this returns. */
  set(deadlineUs: number): void {
    this.clear()
    this.#deadlineUs = deadlineUs
    const leftUs = deadlineUs - nowUs()
    if (leftUs > sleepErrorUs + shortestSleepUs) this.#sleepFor(leftUs - sleepErrorUs)
    else this.#turn = setImmediate(() => this.#waitOn())
  }

  /** Turning and napping, all in all. */
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
    const naps = this.#deadlineUs - now > longestNapUs
    if (naps) Atomics.wait(nobodyWakes, 0, 0, napMs)
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

function spinUntil(momentUs: number): void {
  while (nowUs() < momentUs);
}
