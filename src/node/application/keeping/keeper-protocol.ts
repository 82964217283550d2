// What a measuring thread and the thread that keeps its run tell each other.
import type { AppErrorWire } from '#contract/app-error.ts'
import type { PackedRecords } from '#core/model/packed-records.ts'
import type { Run } from '#core/model/run.ts'

/** Given to the thread when it starts. */
export type KeeperOrder = Readonly<{ databasePath: string }>

export type ToKeeper =
  | { readonly type: 'begin'; readonly run: Run }
  | { readonly type: 'records'; readonly records: PackedRecords }
  /** As it ended, with tokens that were counted after it by the index of their request. */
  | { readonly type: 'end'; readonly run: Run; readonly outputTokens: readonly CountedTokens[] }
  /** It broke; its figures follow from what was kept. */
  | { readonly type: 'fail'; readonly run: Run }

export type CountedTokens = Readonly<{ index: number; outputTokens: number | null }>

export type FromKeeper =
  | { readonly type: 'opened' }
  /** The oldest batch of records that waited. */
  | { readonly type: 'kept' }
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly error: AppErrorWire }
