// A server that streams tokens on an exact schedule and knows when it wrote each, whatever it is made of.
import type { ServerTiming, Truth } from '#core/model/run/calibration.ts'

export type TruthfulServer = Readonly<{
  port: number
  /** Stops it and returns what it did, request by request. */
  stop(): Promise<readonly Truth[]>
}>

export type StartTruthfulServer = (timing: ServerTiming) => Promise<TruthfulServer>
