// Throughput against latency, one curve per configuration: one plot for each choice of latency, statistic and throughput.
import { languageRecords } from '#core/messages/language-records.ts'
import type { Language } from '#core/messages/languages.ts'
import { message, type Text, textIn } from '#core/messages/message.ts'
import { taskTraits, type ThroughputName } from '#core/backends/task-traits.ts'
import { figureTraits, inItsUnit } from '#core/metrics/figures.ts'
import { latencyLabels, type MetricName } from '#core/metrics/latencies.ts'
import { latencyCurveOption } from '#core/plots/latency-curve.ts'
import {
  allPoints,
  type CurvePoint,
  type LatencyCurveInput,
} from '#core/plots/latency-curve-input.ts'
import type { PlotValue } from '#core/plots/marks.ts'
import { boundText } from '#core/sweep/limit-text.ts'
import { pageTheme } from '#core/plots/page-theme.ts'
import { factsOfPoints, type PagePlot } from '#core/plots/page-svg.ts'
import type { Figure, Report, ReportLoadPoint } from '../report.ts'
import { loadText } from './number-text.ts'
import { numberText } from '#core/base/saved-number.ts'

export type LatencyChoice = Readonly<{ metric: MetricName; statistic: string }>

export type CurveChoice = LatencyChoice & Readonly<{ x: ThroughputName }>

/** Prefers a latency with a limit, then the tail percentile that the answer uses. */
export function firstChoice({ sweeps, statistics, metrics, tail }: Report): CurveChoice {
  const limited = sweeps
    .flatMap(({ limits }) => limits)
    .map(({ latency }) => latency)
    .find((latency) => latency !== null && statistics.includes(latency.statistic))
  const usual = statistics.includes(`p${tail}`) ? `p${tail}` : (statistics[0] ?? 'mean')
  return {
    metric: limited?.metric ?? metrics[0] ?? 'e2el',
    statistic: limited?.statistic ?? usual,
    x: metrics.includes('ttft') ? 'outputThroughput' : 'requestThroughput',
  }
}

/** Same choices as in the window. */
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
export function latencyName({ metric, statistic }: LatencyChoice): Text {
  const name = latencyLabels[metric]
  return statistic === 'mean'
    ? message('searches.limit.mean', { metric: name })
    : `${statistic} ${name}`
}

export function throughputName(x: ThroughputName, language: Language): string {
  return textIn(language, message(`report.axis.${x}`))
}

export function curveFigure(report: Report, choice: CurveChoice, language: Language): PagePlot {
  const input = curveInput(report, choice, language)
  const option = latencyCurveOption(input)
  const [grid] = [option.grid ?? []].flat()
  const { latency, throughput } = input.text
  return {
    // The page itself lists the configurations in full.
    option: { ...option, grid: { ...grid, top: 48 }, legend: { show: false } },
    size: { width: 1040, height: 396 },
    label: textIn(language, message('report.curveLabel', { latency, throughput })),
    facts: factsOfPoints(option, allPoints(input)),
  }
}

function curveInput(report: Report, choice: CurveChoice, language: Language): LatencyCurveInput {
  const { metric, statistic, x } = choice
  const { charts } = languageRecords[language]
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
      name: textIn(language, name),
      points: report.cells
        .filter((cell) => cell.configuration === configuration)
        .flatMap((cell) => curvePoint(report, cell, choice, language)),
    })),
    limits: limitLines(report, choice, charts.limit, language),
    text: {
      throughput: throughputName(x, language),
      latency: textIn(language, latencyName(choice)),
      knee: charts.knee,
      point: charts.point,
      low: charts.from,
      high: charts.to,
    },
  }
}

/** Limits shared by several sweeps become one line. */
function limitLines(
  { sweeps }: Report,
  { metric, statistic }: CurveChoice,
  template: string,
  language: Language,
): LatencyCurveInput['limits'] {
  const figure = textIn(language, latencyName({ metric, statistic }))
  const lines = sweeps
    .flatMap(({ limits }) => limits)
    .flatMap(({ latency }) =>
      latency?.metric === metric && latency.statistic === statistic
        ? [
            {
              name: template.replace(
                '{value}',
                `${figure} ≤ ${boundText({ name: metric, bound: latency.mostMs })}`,
              ),
              ms: latency.mostMs,
            },
          ]
        : [],
    )
  return [...new Map(lines.map((line) => [line.name, line])).values()]
}

function curvePoint(
  report: Report,
  cell: ReportLoadPoint,
  { metric, statistic, x }: CurveChoice,
  language: Language,
): CurvePoint[] {
  const latency = cell.latencies[metric]?.[statistic]
  if (latency === undefined) return []
  return [
    {
      ...pointFacts(report, cell, { shown: { metric, statistic }, language }),
      throughput: drawn(cell.throughputs[x]),
      latencies: [drawn(latency)],
      solid: cell.isSound,
      isApart: cell.isApart,
      isKnee: cell.isKnee,
      isKneeEnd: cell.isKneeEnd,
    },
  ]
}

function drawn([value, low, high]: Figure): PlotValue {
  return { value, interval: low === null || high === null ? null : { low, high } }
}

/** The key of a symbol lists the positions of its points. */
export function pointFacts(
  { configurations }: Report,
  cell: ReportLoadPoint,
  { shown, language }: Readonly<{ shown: LatencyChoice; language: Language }>,
): Pick<CurvePoint, 'key' | 'label' | 'facts'> {
  const text = (one: Text) => textIn(language, one)
  const fact = (id: FactId, value: Text) => ({
    name: text(message(`report.fact.${id}`)),
    value: text(value),
  })
  const latency = cell.latencies[shown.metric]?.[shown.statistic]
  const { requestThroughput, outputThroughput } = cell.throughputs
  const state = cell.isKnee ? 'knee' : cell.isSaturated ? 'saturated' : null
  const runs = cell.points.length
  return {
    key: cell.points.join(' '),
    label: text(loadText(cell)),
    facts: [
      ...(configurations.length > 1
        ? [fact('configuration', configurations[cell.configuration]?.name ?? '')]
        : []),
      ...(latency === undefined
        ? []
        : [
            {
              name: text(latencyName(shown)),
              value: text(withInterval(shown.metric, latency, runs)).trim(),
            },
          ]),
      fact('throughput', `${numberText(requestThroughput[0])} req/s`),
      ...(outputThroughput[0] > 0
        ? [fact('output', `${numberText(outputThroughput[0])} tok/s`)]
        : []),
      ...(runs > 1 ? [fact('meanOf', message('searches.runs', { count: runs }))] : []),
      ...(state === null ? [] : [fact('load', message(`report.fact.${state}`))]),
    ],
  }
}

type FactId = 'configuration' | 'throughput' | 'output' | 'meanOf' | 'load'

/** With two runs, the interval shows both values. */
function withInterval(metric: MetricName, [value, low, high]: Figure, runs: number): Text {
  const [mean, from, to] = [value, low, high].map((kept) =>
    numberText(kept && inItsUnit(metric, kept)),
  )
  const { unit } = figureTraits[metric]
  if (low === null || high === null) return message('report.latency', { value: mean, unit })
  return message(runs === 2 ? 'report.latencyOfTwo' : 'report.latencyWithin', {
    value: mean,
    low: from,
    high: to,
    unit,
  })
}
