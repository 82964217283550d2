// Tools, callbacks and outcome of a measurement.
import type { LoadOutcome } from '#contract/load-protocol.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { AnswerReading } from '#core/protocol/answer-reading.ts'
import type { ClientSamples } from '#core/stats/client-samples.ts'
import type { PartProgress } from './progress.ts'
import type { Targets } from './connections/targets.ts'
import type { WarmUp } from './warm-up.ts'

export type MeasurementTools = Readonly<{
  targets: Targets
  reading: AnswerReading
  hooks: MeasurementHooks
  /** Warm-up whose requests keep their slots until their responses end. */
  warmUp?: WarmUp | null
  /** Called for reads so late that the thread must be saturated by reading alone. */
  onLateRead?: () => void
}>

export type MeasurementHooks = Readonly<{
  /** All requests have been sent. */
  onDraining(): void
  onProgress(progress: PartProgress, elapsedS: number): void
  onRecords(records: readonly RequestRecord[]): void
}>

export type MeasurementOutcome = Readonly<{
  /** Time from the start of the schedule to the last response. */
  durationUs: number
  cancelled: boolean
  timedOut: boolean
  samples: ClientSamples
}>

/** Hooks of a pass whose events are dropped. */
export const silent: MeasurementHooks = {
  onDraining: () => undefined,
  onProgress: () => undefined,
  onRecords: () => undefined,
}

/** Outcome of one thread; `probes` is absent if it sent none. */
export type PartOutcome = MeasurementOutcome & Pick<LoadOutcome, 'probes'>
