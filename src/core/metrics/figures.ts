// The figures that runs are compared by: some scalars, the latencies every run has, and the share of failed requests.
import { type MetricName, metricNames } from '#core/metrics/latencies.ts'
import { leadBy, scalarOf, scalarsWith, type ScalarWith } from './scalar-names.ts'
import { scalars } from './scalars.ts'

export type ComparedScalar = ScalarWith<'compared'>
export type FigureName = MetricName | ComparedScalar | 'failedShare'

/** In the order of comparisons. */
export const comparedScalars = leadBy(
  ['outputThroughput', 'requestThroughput', 'inputsThroughput', 'totalTokenThroughput'],
  scalarsWith('compared'),
)

export type FigureTraits = Readonly<{
  family: 'throughput' | 'amount' | 'latency' | 'share'
  /** Empty for a plain number. */
  unit: string
  lowerIsBetter: boolean
  /** Differences up to this do not matter; absent, it is a share of the figure. */
  negligible?: number
}>

function traitsOf(name: ComparedScalar): FigureTraits {
  const { family } = scalars[name].compared
  const { unit, better } = scalarOf(name)
  const traits = { family, unit, lowerIsBetter: better === 'lower' }
  return family === 'share' ? { ...traits, negligible: 0.01 } : traits
}

const latency: FigureTraits = { family: 'latency', unit: 'ms', lowerIsBetter: true }

export const figureTraits = {
  ...Object.fromEntries(comparedScalars.map((name) => [name, traitsOf(name)])),
  ...Object.fromEntries(metricNames.map((name) => [name, latency])),
  failedShare: { family: 'share', unit: '', lowerIsBetter: true, negligible: 0.01 },
} as Readonly<Record<FigureName, FigureTraits>>

export function isLatency(name: FigureName): name is MetricName {
  return figureTraits[name].family === 'latency'
}
