// The part of a run's telemetry that counts: the run itself, and a sample more on either side.

export type RunSpan = Readonly<{ startedAtEpochMs: number; durationS: number }>

/** Sampled once a second: a sample this near to the run shows its state at the edge. */
export const marginS = 1.5

/** After this long without a sample, the values between are unknown. */
export const longestGapS = 5

export function secondsOf(atEpochMs: number, { startedAtEpochMs }: RunSpan): number {
  return (atEpochMs - startedAtEpochMs) / 1000
}

export function isNear(atS: number, { durationS }: RunSpan): boolean {
  return atS >= -marginS && atS <= durationS + marginS
}
