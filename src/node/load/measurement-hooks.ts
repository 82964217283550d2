// What a measurement is run with, what it reports while it runs, and how it ends.
import type { RequestRecord } from '#core/model/run/request-record.ts'
import type { AnswerReading } from '#core/protocol/answer-reading.ts'
import type { ClientSamples } from '#core/stats/client-samples.ts'
import type { PartProgress } from './progress.ts'
import type { Targets } from './targets/targets.ts'
import type { WarmUp } from './warm-up.ts'

export type MeasurementTools = Readonly<{
  targets: Targets
  reading: AnswerReading
  hooks: MeasurementHooks
  /** Whose requests keep their places until they are answered. */
  warmUp?: WarmUp | null
  /** Called for reads that come so late that nothing else can be going on than reading. */
  onLateRead?: () => void
}>

export type MeasurementHooks = Readonly<{
  /** Everything has left. */
  onDraining(): void
  onProgress(progress: PartProgress, elapsedS: number): void
  onRecords(records: readonly RequestRecord[]): void
}>

export type MeasurementOutcome = Readonly<{
  /** From the start of the schedule to the last answer. */
  durationUs: number
  cancelled: boolean
  timedOut: boolean
  samples: ClientSamples
}>

/** For a pass whose events are dropped. */
export const silent: MeasurementHooks = {
  onDraining: () => undefined,
  onProgress: () => undefined,
  onRecords: () => undefined,
}
