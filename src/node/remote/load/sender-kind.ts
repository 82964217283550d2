// Interface of load senders, and those provided by features.
import type { Place } from '#core/flags/sender-traits.ts'
import type { ClusterContext } from '#core/model/host.ts'
import type { StepDetail } from '#core/model/run/benchmark-step.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import type { Host } from '../host.ts'

export type Prepare = (report: (detail: StepDetail) => void, signal: AbortSignal) => Promise<void>

export type LoadSender = Readonly<{
  prepareHost: Prepare
  /** Requests its machines; absent for hosts. */
  allocate?: Prepare
  /** The first of its machines, if requests to the server pass through it; requests it if necessary. */
  front?: Host
  runLoad: LoadRunner
  /** Ends the sender; removes everything of a job. */
  close(): Promise<void>
}>

/** Settings of a benchmark that determine its sender. */
export type SenderSettings = Place &
  Readonly<{ allowClockSkew: boolean; loadQueueTimeoutSec: number }>

export type SenderKind = Readonly<{
  /** Prefix of the value of `--on`. */
  prefix: string
  open(settings: SenderSettings, hosts: readonly Host[]): Promise<LoadSender>
  /** Throws unless the host can request its machines. */
  requireOffered?(host: Host): Promise<void>
  /** Output of `--dry-run`: everything it would create. */
  plan?(settings: SenderSettings): Promise<string>
  /** Values of `--on` that are available on this computer. */
  places?(): Promise<readonly ClusterContext[]>
}>
