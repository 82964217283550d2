// Points of a report as cells along curves: repeats of one load merged, saturated loads and knees marked. Formulas:
// docs/measuring/runs.md.
import type { Message } from '#core/messages/message.ts'
import { isDependable } from '#core/model/run/judgement.ts'
import { waitsInClient } from '../sweep/client-wait.ts'
import { countedRuns, judgePoint } from '#core/judgement/judge-point.ts'
import { metricNames } from '#core/metrics/latencies.ts'
import type { Run } from '../model/run/run.ts'
import { mergedFigure } from '../stats/certainty/merged-figure.ts'
import { type CurveVerdict, judgeCurve } from '../sweep/judge-curve.ts'
import { isKneeEnd, kneePosition } from '#core/sweep/knee.ts'
import { kneeText } from '#core/sweep/knee-text.ts'
import { written } from './point-detail.ts'
import {
  reportedThroughputs,
  type Figure,
  type Figures,
  type Latencies,
  type ReportLoadPoint,
  type ReportPoint,
  type Throughputs,
} from './report.ts'

export type MeasuredPoint = Readonly<{ point: ReportPoint; position: number; run: Run }>

type CellPoints = Readonly<{ points: readonly MeasuredPoint[]; first: ReportPoint }>

/** Cells by configuration and rising load; points without measurements are omitted. */
export function reportCells(points: readonly MeasuredPoint[]): ReportLoadPoint[] {
  return measuredConfigurations(points).flatMap((configuration) =>
    curveCells(configuration, judgedConfiguration(configuration)),
  )
}

/** Knee of each configuration that was measured at several loads. */
export function reportKnees(points: readonly MeasuredPoint[]): ReadonlyMap<number, Message> {
  return new Map(
    measuredConfigurations(points).flatMap((configuration): [number, Message][] => {
      const [cell] = configuration
      if (cell === undefined || configuration.length < 2) return []
      const { knee } = judgedConfiguration(configuration)
      const [measured] = cell.points
      return measured === undefined
        ? []
        : [[cell.first.configuration, kneeText(knee, measured.run.config)]]
    }),
  )
}

function measuredConfigurations(points: readonly MeasuredPoint[]): CellPoints[][] {
  const measured = points.filter(({ point }) => point.throughputs !== null)
  return [...Map.groupBy(measured, ({ point }) => String(point.configuration)).values()].map(
    (configuration) =>
      [...Map.groupBy(configuration, ({ point }) => `${point.rate}/${point.concurrency}`).values()]
        .flatMap((repeats) =>
          repeats.slice(0, 1).map(({ point }) => ({ points: repeats, first: point })),
        )
        .sort((a, b) => loadOf(a.first) - loadOf(b.first)),
  )
}

/** Orders by rate, then by concurrency; unlimited sorts last. */
function loadOf({ rate, concurrency }: ReportPoint): number {
  const most = 1e6
  const perS = typeof rate === 'number' ? rate : most
  return perS * most + Math.min(concurrency ?? most, most)
}

function judgedConfiguration(cells: readonly CellPoints[]): CurveVerdict {
  return judgeCurve(cells.map(({ points }) => points.flatMap(({ run }) => finished(run))))
}

function curveCells(
  cells: readonly CellPoints[],
  { saturated, knee }: CurveVerdict,
): ReportLoadPoint[] {
  return cells.map((cell, index) =>
    reportCell(cell, {
      isSaturated: saturated[index] ?? false,
      isKnee: index === kneePosition(knee),
      isKneeEnd: isKneeEnd(knee, index),
    }),
  )
}

function finished({ status, config, summary, imported }: Run) {
  return status === 'completed' && summary !== null ? [{ config, summary, imported }] : []
}

function reportCell(
  { points, first }: CellPoints,
  judged: Pick<ReportLoadPoint, 'isSaturated' | 'isKnee' | 'isKneeEnd'>,
): ReportLoadPoint {
  const whole = points.filter(({ run }) => run.status === 'completed')
  const taken = whole.length > 0 ? whole : points
  const runs = countedRuns(taken.map(({ run }) => run))
  const counted = taken.flatMap(({ point, run }) => (runs.includes(run) ? [point] : []))
  const judgement = judgePoint(points.map(({ run }) => run))
  return {
    ...judged,
    configuration: first.configuration,
    rate: first.rate,
    concurrency: first.concurrency,
    held: first.held,
    points: points.map(({ position }) => position),
    throughputs: mergedThroughputs(counted),
    latencies: mergedLatencies(counted),
    intervals: counted.length > 1 ? 'repeats' : 'run',
    isApart: judgement?.grade === 'not-usable',
    isSound:
      whole.length === points.length &&
      judgement !== null &&
      isDependable(judgement) &&
      !runs.some(waitsInClient),
  }
}

function mergedThroughputs(points: readonly ReportPoint[]): Throughputs {
  return Object.fromEntries(
    reportedThroughputs.map((name) => [
      name,
      merged(points.map(({ throughputs }) => throughputs?.[name])) ?? [0, null, null],
    ]),
  ) as Throughputs
}

function mergedLatencies(points: readonly ReportPoint[]): Latencies {
  return Object.fromEntries(
    metricNames.flatMap((metric) => {
      const figures = points
        .map(({ latencies }) => latencies[metric])
        .filter((each) => each !== undefined)
      return figures.length === 0 ? [] : [[metric, mergedFigures(figures)]]
    }),
  )
}

function mergedFigures(all: readonly Figures[]): Figures {
  const statistics = new Set(all.flatMap((figures) => Object.keys(figures)))
  return Object.fromEntries(
    [...statistics].flatMap((statistic) => {
      const figure = merged(all.map((figures) => figures[statistic]))
      return figure === null ? [] : [[statistic, figure]]
    }),
  )
}

function merged(figures: readonly (Figure | undefined)[]): Figure | null {
  const known = figures.filter((figure) => figure !== undefined)
  const figure = mergedFigure(
    known.map(([value, low, high]) => ({
      value,
      interval: low === null || high === null ? null : { low, high },
    })),
  )
  return figure && written(figure.value, figure.interval)
}
