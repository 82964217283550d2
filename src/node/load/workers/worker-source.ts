// A machine that can send a shard of a load, and the connection to the generator that runs on it.
import type { FromLoadGenerator, ToLoadGenerator } from '#contract/load-protocol.ts'
import type { ChildProcessPort } from '#contract/app-events.ts'
import type { LoadOrigin } from '#core/model/run/run-summary.ts'
import type { ClockFit } from '#core/telemetry/clock-fit.ts'

export type WorkerPort = ChildProcessPort<ToLoadGenerator, FromLoadGenerator> &
  Readonly<{
    /** Mapping from the remote monotonic clock to `performance.now()` here. */
    clock: ClockFit
    /** Origin of its load, if known. */
    origin(): LoadOrigin
    /** Exchanges the time a few more times. Resolves with the responses, or when the connection ends. */
    exchangeTimes(): Promise<void>
  }>

export type WorkerSource = Readonly<{
  /** Name for messages. */
  name: string
  /** Starts a generator; its port reports `ready` once it can take a plan and its clock is known. */
  open(): WorkerPort
}>
