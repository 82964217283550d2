// Messages between a load thread and the thread that runs the whole load.
import type { AppErrorWire } from '#contract/app-error.ts'
import type { LoadPhase, LoadPlan } from '#contract/load-protocol.ts'
import type { PackedRecords } from '#core/records/packed-records.ts'
import type { PartOutcome } from '../measurement-hooks.ts'
import type { PartProgress } from '../progress.ts'
import type { Share } from '../schedule/share.ts'

/** Passed to a thread when it starts. */
export type ThreadOrder = Readonly<{ plan: LoadPlan; share: Share }>

export type ToLoadThread =
  /** Start of the schedule on the monotonic clock: the same time in every thread. */
  { readonly type: 'run'; readonly startS: number } | { readonly type: 'cancel' }

export type FromLoadThread =
  | { readonly type: 'phase'; readonly phase: LoadPhase }
  | { readonly type: 'prepared' }
  | { readonly type: 'draining' }
  | { readonly type: 'progress'; readonly part: PartProgress; readonly elapsedS: number }
  | { readonly type: 'records'; readonly records: PackedRecords }
  | { readonly type: 'finished'; readonly outcome: PartOutcome }
  | { readonly type: 'failed'; readonly error: AppErrorWire }
