// What was measured at the load that an answer rests on: throughput and the latency that matters there.
import { formatNumber } from '#core/format/numbers.ts'
import { countedRuns } from '#core/judgement/counted-runs.ts'
import { judgePoint } from '#core/judgement/judge-point.ts'
import { pointText } from '#core/judgement/reason-text.ts'
import { message, type Text } from '#core/messages/message.ts'
import { figureTraits } from '#core/metrics/figures.ts'
import { taskOf } from '../model/benchmark/backend-traits.ts'
import type { ThroughputName } from '../model/benchmark/task-traits.ts'
import type { SweepPlan } from '../model/sweep/sweep.ts'
import {
  latencyFigure,
  throughputFigure,
  type LatencyStatistic,
} from '../stats/certainty/known-figures.ts'
import { mergedFigure } from '../stats/certainty/merged-figure.ts'
import { tailPercentile } from '../stats/tail-percentiles.ts'
import { gradeTones, type Confidence } from './answer.ts'
import { latencyName, latencyText } from './load-text.ts'
import type { MeasuredCell } from './measured-curves.ts'

/** `1,134 tok/s`, `p95 TTFT 302 ms`; the request rate first where the load does not name it. */
export function cellFigures(
  { point, runs }: MeasuredCell,
  plan: Pick<SweepPlan, 'config' | 'limits'>,
): Text[] {
  const counted = countedRuns(runs)
  const main = taskOf(plan.config).throughputs[0]
  const isClosed = point.requestRate === 'inf'
  const throughputs = isClosed ? (['requestThroughput', main] as const) : ([main] as const)
  const statistic = statisticOf(plan)
  const latency = mergedFigure(
    counted.flatMap(({ summary }) => latencyFigure(summary, statistic) ?? []),
  )
  return [
    ...[...new Set(throughputs)]
      .filter((name) => isClosed || name !== 'requestThroughput')
      .flatMap((name) => throughputText(name, { point, runs: counted })),
    ...(latency === null
      ? []
      : [
          message('answers.latency', {
            name: latencyName(statistic),
            value: latencyText(latency.value),
          }),
        ]),
    ...(isClosed || point.maxConcurrency === null
      ? []
      : [message('answers.maxConcurrency', { count: point.maxConcurrency })]),
  ]
}

/** Of the task; null where nothing was measured. */
export function cellThroughput(cell: MeasuredCell, { config }: Pick<SweepPlan, 'config'>) {
  return meanOf(cell, taskOf(config).throughputs[0])
}

/** As its runs are judged together. */
export function cellConfidence({ runs }: MeasuredCell): Confidence | null {
  const judgement = judgePoint(runs)
  return judgement && { tone: gradeTones[judgement.grade], text: pointText(judgement) }
}

function throughputText(name: ThroughputName, cell: MeasuredCell): string[] {
  const value = meanOf(cell, name)
  return value === null ? [] : [`${formatNumber(value)} ${figureTraits[name].unit}`]
}

function meanOf({ runs }: MeasuredCell, name: ThroughputName): number | null {
  const figures = countedRuns(runs).flatMap(({ summary }) => throughputFigure(summary, name) ?? [])
  return mergedFigure(figures)?.value ?? null
}

/** What the first limit speaks of; else the highest percentile that was asked for of the main latency. */
function statisticOf({ config, limits }: Pick<SweepPlan, 'config' | 'limits'>): LatencyStatistic {
  const limit = limits.flatMap((one) => (one.kind === 'latency' ? one : []))[0]
  if (limit !== undefined) return limit
  return {
    metric: taskOf(config).metrics[0],
    percentile: tailPercentile(config.metricPercentiles) ?? 50,
  }
}
