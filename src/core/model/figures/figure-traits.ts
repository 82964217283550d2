// The figures that runs are told apart by, and what is always true of each: its family, its unit, which way is better. Names
// are those of a run's summary.
import type { MetricName } from '../fields/report-fields.ts'
import type { TaskName } from '../benchmark/task-traits.ts'

/** In the order they are told. */
export const throughputFigures = [
  'outputThroughput',
  'requestThroughput',
  'inputsThroughput',
  'totalTokenThroughput',
  'requestGoodput',
] as const

export type ThroughputFigure = (typeof throughputFigures)[number]
export type FigureName = MetricName | ThroughputFigure | 'failedShare'

export type FigureTraits = Readonly<{
  family: 'throughput' | 'latency' | 'share'
  /** Empty for a plain number. */
  unit: string
  lowerIsBetter: boolean
  /** Differences up to this matter to nobody; left out, it is a share of the figure. */
  negligible?: number
}>

type ThroughputTraits = FigureTraits &
  Readonly<{
    /** What a server has to be asked for to have any. */
    task: TaskName | 'any'
    /** What is counted to say how sure it is. */
    comesWith: 'requests' | 'outputTokens' | 'totalTokens' | 'goodRequests'
  }>

const throughput = { family: 'throughput', lowerIsBetter: false } as const
const latency = { family: 'latency', unit: 'ms', lowerIsBetter: true } as const

export const figureTraits: Readonly<
  Record<ThroughputFigure, ThroughputTraits> & Record<MetricName | 'failedShare', FigureTraits>
> = {
  outputThroughput: {
    ...throughput,
    ...{ unit: 'tok/s', task: 'generation', comesWith: 'outputTokens' },
  },
  requestThroughput: { ...throughput, unit: 'req/s', task: 'any', comesWith: 'requests' },
  inputsThroughput: { ...throughput, unit: 'inputs/s', task: 'pooling', comesWith: 'requests' },
  totalTokenThroughput: { ...throughput, unit: 'tok/s', task: 'any', comesWith: 'totalTokens' },
  requestGoodput: { ...throughput, unit: 'req/s', task: 'any', comesWith: 'goodRequests' },
  ttft: latency,
  tpot: latency,
  itl: latency,
  e2el: latency,
  failedShare: { family: 'share', unit: '', lowerIsBetter: true, negligible: 0.01 },
}
