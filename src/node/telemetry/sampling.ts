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
