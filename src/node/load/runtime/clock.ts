// The one clock of a load generator: monotonic, in microseconds, with a fraction.

export function nowUs(): number {
  return performance.now() * 1000
}

/** The same clock as other programs on this machine read it (CLOCK_MONOTONIC on Linux), in seconds. */
export function monotonicS(): number {
  return Number(process.hrtime.bigint()) / 1e9
}

/** Converts a time of another thread's monotonic clock to this thread's clock. */
export function localUs(momentS: number): number {
  return nowUs() + (momentS - monotonicS()) * 1e6
}

/** `Date.now()` truncates to whole milliseconds; half of one is the mean error. */
const halfStepMs = 0.5

/** The current wall-clock time in epoch ms; later changes of the system clock do not affect it. */
export function steadyClock(): () => number {
  const apartMs = Date.now() + halfStepMs - performance.now()
  return () => apartMs + performance.now()
}
