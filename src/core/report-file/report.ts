// A report as data: what its page, its summary in Markdown and its tables show, in no language. It holds no secret.
import type { Text } from '../messages/message.ts'
import { scalarsWith, type ScalarWith } from '../metrics/scalar-names.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import type { ReportTable } from '#core/report/tables/report-table.ts'
import type { TuneStory } from '#core/report/tune/tune-story.ts'
import type { RunStatus } from '../model/run/run.ts'
import type { Sweep } from '../model/sweep/sweep.ts'
import type { Grade, ReasonCode } from '#core/judgement/judgement.ts'
import type { TelemetryTrack } from '#core/plots/telemetry.ts'
import type { Timeline } from '#core/plots/timeline.ts'
import type { MetricDistribution } from '../stats/drawing/distribution.ts'
import type { ReportComparison } from './report-comparisons.ts'
import type { ReportLoad } from './report-load.ts'
import type { RequestSample } from './request-sample.ts'

/** A value with the ends of its 95 % interval, null where it is not known. */
export type Figure = readonly [value: number, low: number | null, high: number | null]

/** By the name of the statistic: `mean`, `p50`, `p99` …; only what was measured. */
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
    /** From 1, as the report calls it. */
    number: number
    name: string
    runId: string
    configuration: number
    /** From 0. */
    repeat: number
    /** `simulated`, `imported`, or how it ended where that was not well. */
    marks: readonly PointMark[]
    status: RunStatus
    failure: string | null
    startedAtEpochMs: number | null
    durationS: number | null
    completed: number | null
    failed: number | null
    /** Null if none was. */
    rejected: number | null
    clientCancelled: number | null
    requestGoodput: number | null
    throughputs: Throughputs | null
    /** Null without a price; of good tokens also without limits. */
    costs: Readonly<Record<(typeof reportedCosts)[number], Figure | null>>
    latencies: Latencies
    /** Null where it cannot be judged. */
    grade: Grade | null
    /** Against it, worst first. */
    reasons: readonly ReportReason[]
    /** What it shows of the server, in one line; null of a run that goes on. */
    answer: Text | null
    /** Sentences that add to it. */
    notes: readonly Text[]
    /** Conditions of the measurement that affect how to read its figures. */
    warnings: readonly Text[]
    /** Grade and reasons in words. */
    judgement: Text
    isSaturated: boolean
    /** One per limit of its sweep: whether it held; null if the run does not show it, or if it is undecided. */
    limits: readonly Readonly<{ held: boolean | null; text: Text }>[]
    errors: readonly Readonly<{ code: string; message: string; count: number }>[]
    /** How well the client that sent it kept up; null where it was not monitored. */
    client: Text | null
    /** Of conversations and agents; null for single requests. */
    turns: TurnTable | null
    environment: number
    commands: Readonly<{ vllm: string; kneepoint: string }>
    /** Of each server, where several shared the load. */
    targets: ReportTable | null
    /** Of a pipeline of several stages, where they were measured. */
    stages: ReportTable | null
    detail: PointDetail | null
  }>

export type TurnTable = ReportTable & Readonly<{ about: Text }>

/** What its requests show one by one. */
export type PointDetail = Readonly<{
  /** Of latencies with values. */
  distributions: readonly MetricDistribution[]
  timeline: Timeline
  requests: RequestSample
  telemetry: readonly TelemetryTrack[]
}>

/** One server with one choice of settings, measured at several loads: a curve. */
type ReportConfiguration = Readonly<{
  name: Text
  /** Where its knee is, without a full stop; null for a single load, and where a search answers. */
  knee: Text | null
}>

/** The repeats of one load on one configuration. */
export type ReportLoadPoint = ReportLoad &
  Readonly<{
    configuration: number
    /** Positions of its points. */
    points: readonly number[]
    throughputs: Throughputs
    latencies: Latencies
    /** What intervals are from. */
    intervals: 'repeats' | 'run'
    isSaturated: boolean
    isKnee: boolean
    /** The knee is between two of these. */
    isKneeEnd: boolean
    /** Every run is usable, not saturated, and ran to its end. */
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
    /** Empty where there is one only. */
    configuration: Text
    text: Text
    /** How sure it is, and what adds to it, as sentences. */
    details: readonly Text[]
    /** What to do next. */
    advice: Text | null
  }>[]
  /** What a tuning found; null for any other sweep. */
  tune: TuneStory | null
  log: readonly Readonly<{ atEpochMs: number; text: Text }>[]
}>

export type ReportLimit = Readonly<{
  text: string
  /** Its position in a plot of this latency; null for a limit on another figure. */
  latency: Readonly<{ metric: MetricName; statistic: string; mostMs: number }> | null
}>

/** What points were measured on. */
export type ReportEnvironment = Readonly<{
  rows: readonly (readonly [name: Text, value: Text])[]
  /** How the server was launched; null where that is not known. */
  command: string | null
  isSimulated: boolean
  points: readonly number[]
}>

export type Report = Readonly<{
  title: Text
  madeAtEpochMs: number
  version: string
  /** How many of its points were measured on the simulator. */
  simulated: 'all' | 'some' | 'none'
  metrics: readonly MetricName[]
  statistics: readonly string[]
  /** The highest percentile its runs were asked for, which answers speak of and plots show first; null where none was. */
  tail: number | null
  configurations: readonly ReportConfiguration[]
  cells: readonly ReportLoadPoint[]
  /** Empty where there is one configuration, or one run, only. */
  comparisons: readonly ReportComparison[]
  points: readonly ReportPoint[]
  sweeps: readonly ReportSweep[]
  environments: readonly ReportEnvironment[]
}>
