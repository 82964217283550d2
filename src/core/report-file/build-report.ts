// Assembles a report: points in order, their configurations and cells, and their environments.
import { dotted, inEnglish, message, type Text } from '#core/messages/message.ts'
import { type MetricName, metricNames, statisticName } from '#core/metrics/latencies.ts'
import type { Run } from '../model/run/run.ts'
import type { Report, ReportedRun, ReportEnvironment, ReportPoint, ReportSource } from './report.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { shareableRun, shareableSweep } from '../report/shareable.ts'
import { tailPercentile } from '../stats/tail-percentiles.ts'
import { curveName } from '../sweep/judge-curve.ts'
import { type MeasuredPoint, reportCells, reportKnees } from './report-cells.ts'
import { environmentOf } from './report-environment.ts'
import { reportPoint, reportSweep } from './report-sweep.ts'
import {
  type ComparisonDocument,
  configurationComparisons,
  runComparisons,
} from '../documents/comparison-document.ts'
import type { Pair } from '../documents/compared-figures.ts'
import { assumedStartSpread } from '#core/compare/starts.ts'
import { shownStartSpreads } from '#core/compare/shown-start-spreads.ts'
import { compareToConfiguration } from '../sweep/compare-to-configuration.ts'

/** Included for every run, even if not requested; null for the mean. */
const usualPercentiles = [null, 50, 90, 95, 99] as const

export function buildReport(source: ReportSource): Report {
  const sweeps = source.sweeps.map(({ sweep, log }) => ({ sweep: shareableSweep(sweep), log }))
  const placed = source.runs
    .map((reported) => ({ ...reported, run: shareableRun(reported.run) }))
    .map((reported) =>
      place(
        reported,
        sweeps.map(({ sweep }) => sweep),
      ),
    )
    .sort(byPlace)
  const percentiles = percentilesOf(source.runs.map(({ run }) => run))
  const configurations = [...Map.groupBy(placed, ({ key }) => key).values()]
  const environments = [...Map.groupBy(placed, ({ environment }) => environment).values()]
  const measured = placed.map((each, position): MeasuredPoint => {
    const { sweep, repeat, reported } = each
    const point = reportPoint(reported, {
      number: position + 1,
      configuration: configurations.findIndex((members) => members.includes(each)),
      repeat,
      percentiles,
      environment: environments.findIndex((members) => members.includes(each)),
      limits: sweep?.plan.limits ?? [],
    })
    return { point, position, run: reported.run }
  })
  const points = measured.map(({ point }) => point)
  const runs = measured.map(({ run }) => run)
  const knees = reportKnees(measured)
  return {
    title: source.title,
    madeAtEpochMs: source.madeAtEpochMs,
    version: source.version,
    simulated: simulatedShare(points),
    metrics: metricNames.filter((metric) => points.some(({ latencies }) => latencies[metric])),
    statistics: statisticsOf(points, percentiles),
    tail: tailPercentile(runs.flatMap(({ config }) => config.metricPercentiles)),
    configurations: configurations.flatMap(([first], configuration) =>
      first === undefined
        ? []
        : [{ name: first.configuration, knee: knees.get(configuration) ?? null }],
    ),
    cells: reportCells(measured),
    comparisons: reportComparisons(
      sweeps.map(({ sweep }) => sweep),
      placed.map(({ reported }) => reported.run),
    ),
    points,
    sweeps: sweeps.map((reported) => reportSweep(reported, runs)),
    environments: environments.map((members) => reportEnvironment(members, placed)),
  }
}

type RunPlacement = Readonly<{
  reported: ReportedRun
  sweep: Sweep | null
  configuration: Text
  /** One per configuration. */
  key: string
  repeat: number
  environment: string
}>

/** One curve for each server, combination of settings and, if rates are swept at several, concurrency limit. Names are unique. */
function place(reported: ReportedRun, sweeps: readonly Sweep[]): RunPlacement {
  const { run } = reported
  const sweep = sweeps.find(({ id }) => id === run.sweepId) ?? null
  const point = sweep?.points.find(({ index }) => index === run.pointIndex)
  const environment = JSON.stringify(environmentOf(run))
  if (sweep === null || point === undefined) {
    const configuration = nameOfServer(run)
    return { reported, sweep, configuration, key: inEnglish(configuration), repeat: 0, environment }
  }
  const names = [...(sweeps.length > 1 ? [sweep.plan.name] : []), curveName(point, sweep)].filter(
    (name) => name !== '',
  )
  const [first = sweep.servers[point.server]?.name ?? '', ...others] = names
  const configuration = dotted(first, others)
  const key = inEnglish(configuration)
  return { reported, sweep, configuration, key, repeat: point.repeat, environment }
}

function nameOfServer({ serverName, imported, facts, config }: Run): Text {
  const server = serverName ?? imported?.fileName ?? message('report.unknownServer')
  return dotted(server, [facts?.model ?? config.model ?? message('report.unknownModel')])
}

/** Points of sweeps first, in the order of the sweep; then other runs by age. */
function byPlace(
  { reported: { run: a } }: RunPlacement,
  { reported: { run: b } }: RunPlacement,
): number {
  return (
    Number(a.sweepId === null) - Number(b.sweepId === null) ||
    (a.sweepId ?? '').localeCompare(b.sweepId ?? '') ||
    (a.pointIndex ?? 0) - (b.pointIndex ?? 0) ||
    a.createdAtEpochMs - b.createdAtEpochMs
  )
}

function percentilesOf(runs: readonly Run[]): (number | null)[] {
  const asked = runs.flatMap(({ config }) => config.metricPercentiles)
  const all = new Set([...usualPercentiles, ...asked])
  return [...all].sort((a, b) => (a ?? -1) - (b ?? -1))
}

/** Only statistics that at least one point has. */
function statisticsOf(
  points: readonly ReportPoint[],
  percentiles: readonly (number | null)[],
): string[] {
  const has = (name: string) => (metric: MetricName) =>
    points.some(({ latencies }) => latencies[metric]?.[name] !== undefined)
  return percentiles.map(statisticName).filter((name) => metricNames.some(has(name)))
}

function simulatedShare(points: readonly ReportPoint[]): Report['simulated'] {
  const simulated = points.filter(({ marks }) => marks.includes('simulated')).length
  if (simulated === 0) return 'none'
  return simulated === points.length ? 'all' : 'some'
}

function reportEnvironment(
  members: readonly RunPlacement[],
  placed: readonly RunPlacement[],
): ReportEnvironment {
  const [first] = members
  if (first === undefined) throw new RangeError('a group has a member')
  return {
    ...environmentOf(first.reported.run),
    points: members.map((member) => placed.indexOf(member) + 1),
  }
}

/** More runs than this are a collection, not a comparison. */
const mostRuns = 12

function reportComparisons(sweeps: readonly Sweep[], runs: readonly Run[]): Pair[] {
  const inSweeps = new Set(sweeps.map(({ id }) => id))
  const single = runs.filter(({ sweepId }) => sweepId === null || !inSweeps.has(sweepId))
  const documents = [...sweeps.flatMap((sweep) => ofConfigurations(sweep, runs)), ...ofRuns(single)]
  return documents.flatMap(({ pairs }) => pairs)
}

function ofConfigurations(sweep: Sweep, runs: readonly Run[]): ComparisonDocument[] {
  const [base] = sweep.points
  if (base === undefined) return []
  const own = new Map(runs.flatMap((run) => (run.sweepId === sweep.id ? [[run.id, run]] : [])))
  const compared = compareToConfiguration({ points: sweep.points, runs: own }, base)
  return configurationComparisons({ sweep, base, compared })
}

function ofRuns(runs: readonly Run[]): ComparisonDocument[] {
  const measured = runs.flatMap((run) =>
    run.summary === null ? [] : [{ ...run, summary: run.summary }],
  )
  const [base, ...others] = measured
  if (base === undefined || measured.length > mostRuns) return []
  const spreads = others.map((other) => {
    return { assumed: assumedStartSpread, shown: shownStartSpreads(base, other, measured) }
  })
  return runComparisons(base, others, spreads)
}
