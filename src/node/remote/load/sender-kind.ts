// Senders of a benchmark's load: what each offers, and those that features bring.
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
  /** First of its machines, if requests for the server pass through it; requests it if necessary. */
  front?: Host
  runLoad: LoadRunner
  /** Ends the sender; nothing is left of a job. */
  close(): Promise<void>
}>

/** The settings of a benchmark that decide its sender. */
export type SenderSettings = Place &
  Readonly<{ allowClockSkew: boolean; loadQueueTimeoutSec: number }>

export type SenderKind = Readonly<{
  /** Start of the value of `--on`. */
  prefix: string
  open(settings: SenderSettings, hosts: readonly Host[]): Promise<LoadSender>
  /** Throws unless the host can request its machines. */
  requireOffered?(host: Host): Promise<void>
  /** Output of `--dry-run`: what it would create. */
  plan?(settings: SenderSettings): Promise<string>
  /** Values of `--on` that this computer knows. */
  places?(): Promise<readonly ClusterContext[]>
}>
