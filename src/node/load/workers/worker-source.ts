// A machine that can send a shard of a load, and the connection to the generator that runs on it.
import type { FromLoadGenerator, ToLoadGenerator } from '#contract/load-protocol.ts'
import type { ChildProcessPort } from '#contract/app-events.ts'
import type { LoadOrigin } from '#core/model/run/load-worker.ts'
import type { ClockFit } from '#core/telemetry/clock-fit.ts'

export type WorkerPort = ChildProcessPort<ToLoadGenerator, FromLoadGenerator> &
  Readonly<{
    /** The monotonic clock there, by `performance.now()` here. */
    clock: ClockFit
    /** Where its load comes from, as known by now. */
    origin(): LoadOrigin
    /** Exchanges the time a few times more. Resolves with the responses, or when the connection ends. */
    exchangeTimes(): Promise<void>
  }>

export type WorkerSource = Readonly<{
  /** For messages. */
  name: string
  /** Starts a generator; its port reports `ready` once it can take a plan and its clock is known. */
  open(): WorkerPort
}>
