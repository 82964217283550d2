// Common interface of all load generators, in this process or another.
import type { LoadOutcome, LoadPhase, LoadPlan, LoadProgress } from '#contract/load-protocol.ts'
import type { Text } from '#core/messages/message.ts'
import type { PlaceExchange } from './schedule/held-places.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

export type LoadHooks = {
  onPhase(phase: LoadPhase): void
  /** Some workers are ready and wait for the others. */
  onWaiting?(waitsFor: Text): void
  onProgress(progress: LoadProgress): void
  /** Records of ended requests, in batches, each request once. */
  onRecords(records: readonly RequestRecord[]): void
  /**
   * Called when everything is prepared; resolves with the start of the measured part on this machine's monotonic clock, in
   * seconds. Omitted if the load starts at once.
   */
  startAt?(): Promise<number>
  /** Exchange of slots for a concurrency limit shared with other workers; absent if the limit is the load's own. */
  places?: PlaceExchange
}

/**
 * Sends the plan and resolves when every request has ended. Aborting stops sending, cuts requests in flight (which become records
 * with error `cancelled`) and resolves with `cancelled: true`. Request failures are records, never rejections; rejects with
 * AppError only if the generator itself cannot continue.
 */
export type LoadRunner = (
  plan: LoadPlan,
  hooks: LoadHooks,
  signal: AbortSignal,
) => Promise<LoadOutcome>
