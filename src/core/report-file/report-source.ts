// Input of a report: runs with data derived from their requests, and their sweeps.
import type { Text } from '../messages/message.ts'
import type { Run } from '../model/run/run.ts'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import type { Sweep } from '#core/model/sweep.ts'
import type { MetricDistribution } from '../stats/drawing/distribution.ts'
import type { RunTimeline } from '../stats/drawing/timeline.ts'
import type { Series } from '../telemetry/telemetry-series.ts'
import type { RequestSample } from './request-sample.ts'

export type ReportedRun = Readonly<{
  run: Run
  /** Empty if individual requests are unknown, like the next two. */
  distributions: readonly MetricDistribution[]
  timeline: RunTimeline | null
  requests: RequestSample | null
  /** Telemetry of the server and its GPUs; empty if they were not monitored. */
  telemetry: readonly Series[]
}>

export type ReportedSweep = Readonly<{ sweep: Sweep; log: readonly SweepLogEntry[] }>

export type ReportSource = Readonly<{
  title: Text
  madeAtEpochMs: number
  /** Version of the program that makes the report. */
  version: string
  sweeps: readonly ReportedSweep[]
  runs: readonly ReportedRun[]
}>
