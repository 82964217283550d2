// A server that streams tokens on an exact schedule and records when it wrote each; common interface of both implementations.
import type { ServerTiming, Truth } from '#core/model/run/calibration.ts'

export type TruthfulServer = Readonly<{
  port: number
  /** Stops it and returns its record of each request. */
  stop(): Promise<readonly Truth[]>
}>

export type StartTruthfulServer = (timing: ServerTiming) => Promise<TruthfulServer>
