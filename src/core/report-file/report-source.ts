// What a report is made from: runs with what was derived from their requests, and the sweeps they belong to.
import type { Text } from '../messages/message.ts'
import type { Run } from '../model/run/run.ts'
import type { SweepLogEntry } from '../model/sweep/sweep-log.ts'
import type { Sweep } from '../model/sweep/sweep.ts'
import type { MetricDistribution } from '../stats/drawing/distribution.ts'
import type { RunTimeline } from '../stats/drawing/timeline.ts'
import type { Series } from '../telemetry/telemetry-series.ts'
import type { RequestSample } from './request-sample.ts'

export type ReportedRun = Readonly<{
  run: Run
  /** Empty where no request is known one by one, as are the next two. */
  distributions: readonly MetricDistribution[]
  timeline: RunTimeline | null
  requests: RequestSample | null
  /** Of its server and its GPUs; empty where they were not watched. */
  telemetry: readonly Series[]
}>

export type ReportedSweep = Readonly<{ sweep: Sweep; log: readonly SweepLogEntry[] }>

export type ReportSource = Readonly<{
  title: Text
  madeAtEpochMs: number
  /** Of the program that makes it. */
  version: string
  sweeps: readonly ReportedSweep[]
  runs: readonly ReportedRun[]
}>
