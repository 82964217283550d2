// What the samplers of a run are given: listeners, an end, and a clock.
import type { TelemetrySample } from '#core/model/run/telemetry.ts'

export type Sampling = Readonly<{
  onSample(label: string, sample: TelemetrySample): void
  /** Why there is nothing, or nothing more; a sentence. */
  onProblem(message: string): void
  /** From one sample to the next. */
  everyMs: number
  /** In epoch ms. */
  now(): number
  /** Ends it, after a last look. */
  signal: AbortSignal
}>

/** Reported in whole elapsed milliseconds; half of one more is nearest to the truth. */
const halfStepMs = 0.5

/** The wall clock as it is now, and from here on never set: anyone who sets it must not tear a run apart. */
export function steadyClock(): () => number {
  const apartMs = Date.now() + halfStepMs - performance.now()
  return () => apartMs + performance.now()
}
