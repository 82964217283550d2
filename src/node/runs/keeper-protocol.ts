// Messages between a measuring thread and the thread that stores its run.
import type { AppErrorWire } from '#contract/app-error.ts'
import type { PackedRecords } from '#core/model/run/packed-records.ts'
import type { LaunchProfile } from '#core/model/server/launch-profile.ts'
import type { Run } from '#core/model/run/run.ts'
import type {
  TelemetryProblem,
  TelemetrySample,
  TelemetrySource,
} from '#core/model/run/telemetry.ts'
import type { ServerAccess } from '#node/http/http-client.ts'

/** Given to the thread when it starts. */
export type KeeperOrder = Readonly<{ databasePath: string }>

/** What is sampled here, while the measuring thread does nothing else. */
export type KeptSampling = Readonly<{
  server: ServerAccess
  /** What the server was launched with on this computer; or why its GPUs cannot be asked. */
  gpus: LaunchProfile | Readonly<{ problem: string }>
}>

export type ToKeeper =
  /** Samples of a run that another computer measures come with their own messages. */
  | { readonly type: 'begin'; readonly run: Run; readonly sampling: KeptSampling | null }
  | { readonly type: 'source'; readonly number: number; readonly source: TelemetrySource }
  | { readonly type: 'sample'; readonly number: number; readonly sample: TelemetrySample }
  | { readonly type: 'problem'; readonly problem: TelemetryProblem }
  /** Nothing is sampled any more. */
  | { readonly type: 'measured' }
  | { readonly type: 'records'; readonly records: PackedRecords }
  /** As it ended, with tokens that were counted after it by the index of their request. */
  | { readonly type: 'end'; readonly run: Run; readonly outputTokens: readonly CountedTokens[] }
  /** It broke; its figures follow from what was kept. */
  | { readonly type: 'fail'; readonly run: Run }

type CountedTokens = Readonly<{ index: number; outputTokens: number | null }>

export type FromKeeper =
  | { readonly type: 'opened' }
  /** The oldest batch of records that waited. */
  | { readonly type: 'kept' }
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly error: AppErrorWire }
