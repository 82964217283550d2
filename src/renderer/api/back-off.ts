// Delay before the next attempt to reach the application.

const firstMs = 250
const longestMs = 5_000

/** Doubles with every consecutive failure, up to five seconds. */
export function backOffMs(failures: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs)
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
