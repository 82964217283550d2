// Throughput against latency, a curve per configuration: one drawing for each choice of latency, statistic and throughput.
import { scalars } from '#core/metrics/scalars.ts'
import { taskTraits, type ThroughputName } from '#core/model/benchmark/task-traits.ts'

import { latencyLabels, type MetricName } from '#core/metrics/latencies.ts'
import { latencyCurveOption } from '#core/plots/latency-curve.ts'
import {
  allPoints,
  type CurvePoint,
  type LatencyCurveInput,
} from '#core/plots/latency-curve-input.ts'
import type { DrawnFigure } from '#core/plots/marks.ts'
import { pageTheme } from '#core/plots/page-theme.ts'
import { factsOfPoints, type PageFigure } from '#core/plots/svg/page-svg.ts'
import type { Figure, Report, ReportCell } from '../../report.ts'
import { loadText, numberText } from '../number-text.ts'

export type CurveChoice = Readonly<{
  metric: MetricName
  statistic: string
  x: ThroughputName
}>

/** What a limit is set on is shown first. */
export function firstChoice({ sweeps, statistics, metrics }: Report): CurveChoice {
  const limited = sweeps
    .flatMap(({ limits }) => limits)
    .map(({ latency }) => latency)
    .find((latency) => latency !== null && statistics.includes(latency.statistic))
  const usual = statistics.includes('p99') ? 'p99' : (statistics[0] ?? 'mean')
  return {
    metric: limited?.metric ?? metrics[0] ?? 'e2el',
    statistic: limited?.statistic ?? usual,
    x: metrics.includes('ttft') ? 'outputThroughput' : 'requestThroughput',
  }
}

/** The same as in the window. */
export function curveThroughputs({ metrics }: Report): readonly ThroughputName[] {
  return taskTraits[metrics.includes('ttft') ? 'generation' : 'pooling'].throughputs
}

export function curveChoices(report: Report): CurveChoice[] {
  return report.metrics.flatMap((metric) =>
    report.statistics.flatMap((statistic) =>
      curveThroughputs(report).map((x) => ({ metric, statistic, x })),
    ),
  )
}

/** `p99 TTFT` */
export function latencyName({
  metric,
  statistic,
}: Pick<CurveChoice, 'metric' | 'statistic'>): string {
  return `${statistic} ${latencyLabels[metric]}`
}

export function curveFigure(report: Report, choice: CurveChoice): PageFigure {
  const input = curveInput(report, choice)
  const option = latencyCurveOption(input)
  const [grid] = [option.grid ?? []].flat()
  return {
    // The page names the configurations itself, in full.
    option: { ...option, grid: { ...grid, top: 32 }, legend: { show: false } },
    size: { width: 1040, height: 380 },
    label: `${latencyName(choice)} over ${scalars[choice.x].savedAxis}`,
    facts: factsOfPoints(option, allPoints(input)),
  }
}

function curveInput(report: Report, choice: CurveChoice): LatencyCurveInput {
  const { metric, statistic, x } = choice
  return {
    metric,
    statistics: [statistic],
    selectedKey: null,
    chosenKeys: [],
    latencyLog: true,
    throughputLog: false,
    swapped: false,
    theme: pageTheme,
    curves: report.configurations.map(({ name }, configuration) => ({
      name,
      points: report.cells
        .filter((cell) => cell.configuration === configuration)
        .flatMap((cell) => curvePoint(report, cell, choice)),
    })),
    limits: report.sweeps
      .flatMap(({ limits }) => limits)
      .flatMap(({ text, latency }) =>
        latency?.metric === metric && latency.statistic === statistic
          ? [{ name: text, ms: latency.mostMs }]
          : [],
      ),
    text: {
      throughput: scalars[x].savedAxis,
      latency: latencyName(choice),
      knee: 'knee',
      point: 'point',
      low: 'from',
      high: 'to',
    },
  }
}

function curvePoint(
  report: Report,
  cell: ReportCell,
  { metric, statistic, x }: CurveChoice,
): CurvePoint[] {
  const latency = cell.latencies[metric]?.[statistic]
  if (latency === undefined) return []
  return [
    {
      ...pointFacts(report, cell, { metric, statistic }),
      throughput: drawn(cell.throughputs[x]),
      latencies: [drawn(latency)],
      solid: cell.isSound,
      isKnee: cell.isKnee,
      isKneeEnd: cell.isKneeEnd,
    },
  ]
}

function drawn([value, low, high]: Figure): DrawnFigure {
  return { value, interval: low === null || high === null ? null : { low, high } }
}

/** A mark's key lists the positions of its points. */
export function pointFacts(
  { configurations }: Report,
  cell: ReportCell,
  statistic: Pick<CurveChoice, 'metric' | 'statistic'>,
): Pick<CurvePoint, 'key' | 'label' | 'facts'> {
  const load = loadText(cell.rate, cell.concurrency)
  const latency = cell.latencies[statistic.metric]?.[statistic.statistic]
  const { requestThroughput, outputThroughput } = cell.throughputs
  const state = cell.isKnee ? 'the knee' : cell.isSaturated ? 'saturated' : null
  const runs = cell.points.length
  return {
    key: cell.points.join(' '),
    label: load,
    facts: [
      ...(configurations.length > 1
        ? [{ name: 'configuration', value: configurations[cell.configuration]?.name ?? '' }]
        : []),
      ...(latency === undefined
        ? []
        : [{ name: latencyName(statistic), value: `${withInterval(latency, runs)} ms` }]),
      { name: 'throughput', value: `${numberText(requestThroughput[0])} req/s` },
      ...(outputThroughput[0] > 0
        ? [{ name: 'output', value: `${numberText(outputThroughput[0])} tok/s` }]
        : []),
      ...(runs > 1 ? [{ name: 'mean of', value: `${runs} runs` }] : []),
      ...(state === null ? [] : [{ name: 'load', value: state }]),
    ],
  }
}

/** Of two runs, the one and the other. */
function withInterval([value, low, high]: Figure, runs: number): string {
  if (low === null || high === null) return numberText(value)
  const between = runs === 2 ? ' and ' : ' – '
  return `${numberText(value)} (${numberText(low)}${between}${numberText(high)})`
}
