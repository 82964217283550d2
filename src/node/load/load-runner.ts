// The one way to put load on a server; in this process or another, with the same interface.
import type { LoadOutcome, LoadPhase, LoadPlan, LoadProgress } from '#contract/load-protocol.ts'
import type { Text } from '#core/messages/message.ts'
import type { PlaceExchange } from './schedule/held-places.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

export type LoadHooks = {
  onPhase(phase: LoadPhase): void
  /** Some workers are ready and wait for others. */
  onWaiting?(waitsFor: Text): void
  onProgress(progress: LoadProgress): void
  /** Records of ended requests, in batches, each request once. */
  onRecords(records: readonly RequestRecord[]): void
  /**
   * Called when everything is prepared; resolves with the start of the measured part by this machine's monotonic clock,
   * in seconds. Left out where the load starts at once.
   */
  startAt?(): Promise<number>
  /** Exchange of slots for a concurrency limit shared with other workers; absent if the limit is the load's own. */
  places?: PlaceExchange
}

/**
 * Sends the plan and resolves when every request has ended. Aborting stops sending, cuts what is in flight
 * (those become records with error `cancelled`) and resolves with `cancelled: true`. Request failures are
 * records, never rejections; rejects with AppError only when the generator itself cannot go on.
 */
export type LoadRunner = (
  plan: LoadPlan,
  hooks: LoadHooks,
  signal: AbortSignal,
) => Promise<LoadOutcome>
