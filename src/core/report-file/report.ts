// A report as language-independent data: the source of its page, its Markdown summary and its tables. Contains no secrets.
import type { ErrorGroup } from '#core/model/run/run-summary.ts'
import type { Text } from '../messages/message.ts'
import { scalarsWith, type ScalarWith } from '../metrics/scalar-names.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import type { Table } from '#core/documents/table.ts'
import type { TurnTable } from '#core/documents/turn-table.ts'
import type { TuneStory } from '#core/report/tuning-story.ts'
import type { Run, RunStatus } from '../model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import type { KeptFactors } from '#core/judgement/kept-throughput.ts'
import type { Grade, ReasonCode } from '#core/model/run/judgement.ts'
import type { TelemetryTrack } from '#core/plots/telemetry.ts'
import type { Timeline } from '#core/plots/timeline.ts'
import type { MetricDistribution } from '../stats/drawing/distribution.ts'
import type { Pair } from '../documents/compared-figures.ts'
import type { ReportLoad } from './report-load.ts'
import type { RequestSample } from './request-sample.ts'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import type { RunTimeline } from '../stats/drawing/timeline.ts'
import type { Series } from '../telemetry/telemetry-series.ts'

/** Value with the ends of its 95 % interval; null if unknown. */
export type Figure = readonly [value: number, low: number | null, high: number | null]

/** Measured values by the name of the statistic: `mean`, `p50`, `p99` … */
export type Figures = Readonly<Record<string, Figure>>
export type Latencies = Readonly<Partial<Record<MetricName, Figures>>>

export const reportedThroughputs = scalarsWith('savedAxis')
type ReportedThroughput = ScalarWith<'savedAxis'>
export type Throughputs = Readonly<Record<ReportedThroughput, Figure>>

export const reportedCosts = ['costPerMillionTokens', 'costPerMillionGoodTokens'] as const

export type ReportReason = Readonly<{
  code: ReasonCode
  evidence: Text
  advice: Text
}>

export type PointMark = 'simulated' | 'imported' | Exclude<RunStatus, 'completed'>

export type ReportPoint = ReportLoad &
  Readonly<{
    /** Number in the report, from 1. */
    number: number
    name: string
    runId: string
    configuration: number
    /** From 0. */
    repeat: number
    /** `simulated`, `imported`, or how the run ended if it did not complete. */
    marks: readonly PointMark[]
    status: RunStatus
    failure: Text | null
    startedAtEpochMs: number | null
    durationS: number | null
    completed: number | null
    failed: number | null
    /** Null if no request was rejected. */
    rejected: number | null
    clientCancelled: number | null
    requestGoodput: number | null
    throughputs: Throughputs | null
    kept: KeptFactors | null
    /** Null without a price; for good tokens, also null without limits. */
    costs: Readonly<Record<(typeof reportedCosts)[number], Figure | null>>
    latencies: Latencies
    /** Null if the run cannot be judged. */
    grade: Grade | null
    /** Reasons against the run, worst first. */
    reasons: readonly ReportReason[]
    /** Conclusion about the server, in one line; null for an unfinished run. */
    answer: Text | null
    /** Further sentences about the answer. */
    notes: readonly Text[]
    /** Conditions of the measurement that affect how to read its values. */
    warnings: readonly Text[]
    /** Grade and reasons as text. */
    judgement: Text
    isSaturated: boolean
    /** One per limit of the sweep: whether the run met it; null if the run does not show it, or if it is undecided. */
    limits: readonly Readonly<{ held: boolean | null; text: Text }>[]
    errors: readonly ErrorGroup[]
    /** Whether the load client kept up; null if it was not monitored. */
    client: Text | null
    /** Turns of conversations or agents; null for single requests. */
    turns: TurnTable | null
    environment: number
    commands: Readonly<{ vllm: string; kneepoint: string }>
    /** Tables of parts of the run, such as servers that shared the load, or stages of a pipeline. */
    parts: readonly Table[]
    detail: PointDetail | null
  }>

/** Data of the point's individual requests. */
export type PointDetail = Readonly<{
  /** Latencies that have values. */
  distributions: readonly MetricDistribution[]
  timeline: Timeline
  requests: RequestSample
  telemetry: readonly TelemetryTrack[]
}>

/** Curve of one server with one combination of settings, measured at several loads. */
type ReportConfiguration = Readonly<{
  name: Text
  /** Position of its knee, without a full stop; null for a single load, and if a search found the answer. */
  knee: Text | null
}>

/** Repeats of one load on one configuration. */
export type ReportLoadPoint = ReportLoad &
  Readonly<{
    configuration: number
    /** Positions of its points. */
    points: readonly number[]
    throughputs: Throughputs
    latencies: Latencies
    /** Source of the intervals. */
    intervals: 'repeats' | 'run'
    isSaturated: boolean
    isKnee: boolean
    /** The knee lies between two such points. */
    isKneeEnd: boolean
    /** Some run is not usable. */
    isApart: boolean
    /** Every run is usable, not saturated, and complete. */
    isSound: boolean
  }>

export type ReportSweep = Readonly<{
  name: string
  status: Sweep['status']
  createdAtEpochMs: number
  /** Sentences without a full stop. */
  about: readonly Text[]
  limits: readonly ReportLimit[]
  answers: readonly Readonly<{
    /** Empty if there is only one configuration. */
    configuration: Text
    text: Text
    /** Confidence in the answer and further notes, as sentences. */
    details: readonly Text[]
    /** Recommended next step. */
    advice: Text | null
  }>[]
  /** Result of a tuning; null for other sweeps. */
  tune: TuneStory | null
  log: readonly Readonly<{ atEpochMs: number; text: Text }>[]
}>

export type ReportLimit = Readonly<{
  text: string
  /** Position in a plot of this latency; null for a limit on another metric. */
  latency: Readonly<{ metric: MetricName; statistic: string; mostMs: number }> | null
}>

/** Environment that points were measured in. */
export type ReportEnvironment = Readonly<{
  rows: readonly (readonly [name: Text, value: Text])[]
  /** Launch command of the server; null if unknown. */
  command: string | null
  isSimulated: boolean
  points: readonly number[]
}>

export type Report = Readonly<{
  title: Text
  madeAtEpochMs: number
  version: string
  /** Share of the points that were measured on the simulator. */
  simulated: 'all' | 'some' | 'none'
  metrics: readonly MetricName[]
  statistics: readonly string[]
  /** Highest percentile that the runs requested; answers use it and plots show it first. Null if there was none. */
  tail: number | null
  configurations: readonly ReportConfiguration[]
  cells: readonly ReportLoadPoint[]
  /** Empty if there is only one configuration or one run. */
  comparisons: readonly Pair[]
  points: readonly ReportPoint[]
  sweeps: readonly ReportSweep[]
  environments: readonly ReportEnvironment[]
}>

export type ReportedRun = Readonly<{
  run: Run
  /** Empty if individual requests are unknown; so are the next two. */
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
  /** Version of the program that creates the report. */
  version: string
  sweeps: readonly ReportedSweep[]
  runs: readonly ReportedRun[]
}>
