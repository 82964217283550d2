// Senders of a benchmark's load: what each offers, and those that features bring.
import type { LoadJobSettings } from '#core/flags/load-job.ts'
import type { Place } from '#core/flags/sender-traits.ts'
import type { ClusterContext } from '#core/model/host.ts'
import type { StepDetail } from '#core/model/run/benchmark-step.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import type { Host } from '../host.ts'

export type Prepare = (report: (detail: StepDetail) => void, signal: AbortSignal) => Promise<void>

export type LoadSender = Readonly<{
  prepareHost: Prepare
  /** Requests a job; absent for hosts. */
  allocate?: Prepare
  runLoad: LoadRunner
  /** Ends the sender; nothing is left of a job. */
  close(): Promise<void>
}>

/** The settings of a benchmark that decide its sender. */
export type SenderSettings = LoadJobSettings & Place & Readonly<{ allowClockSkew: boolean }>

/** A sender that needs no host, and allocates its machines. */
export type AllocatedSender = LoadSender &
  Readonly<{
    allocate: Prepare
    /** First of its machines, which leads to the servers that they reach; allocates them if necessary. */
    front: Host
  }>

export type SenderKind = Readonly<{
  /** Start of the value of `--on`. */
  prefix: string
  open(settings: SenderSettings): Promise<AllocatedSender>
  /** Output of `--dry-run`: what it would create. */
  plan(settings: SenderSettings): Promise<string>
  /** Values of `--on` that this computer knows. */
  places(): Promise<readonly ClusterContext[]>
}>
