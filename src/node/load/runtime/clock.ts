// The one clock of a load generator: monotonic, in microseconds, with a fraction.

export function nowUs(): number {
  return performance.now() * 1000
}

/** The same clock as other programs on this machine read it (CLOCK_MONOTONIC on Linux), in seconds. */
export function monotonicS(): number {
  return Number(process.hrtime.bigint()) / 1e9
}

/** A moment of the monotonic clock of another thread, by the clock of this one. */
export function localUs(momentS: number): number {
  return nowUs() + (momentS - monotonicS()) * 1e6
}

/** `Date.now()` truncates to whole milliseconds; half of one is the mean error. */
const halfStepMs = 0.5

/** The wall clock in epoch ms as it is now; setting the system's clock later does not change it. */
export function steadyClock(): () => number {
  const apartMs = Date.now() + halfStepMs - performance.now()
  return () => apartMs + performance.now()
}
