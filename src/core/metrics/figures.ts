// The figures that runs are compared by: some scalars, the latencies every run has, and the share of failed requests.
import { exactUnit } from '#core/format/latency-unit.ts'
import { type MetricName, metricNames } from '#core/metrics/latencies.ts'
import type { FigureLack } from './figure-lack.ts'
import { leadBy, scalarOf, scalarsWith, type ScalarWith } from './scalar-names.ts'

export type ComparedScalar = ScalarWith<'compared'>
export type FigureName = MetricName | ComparedScalar | 'failedShare'
/** Those that limits are set on: `goodShare` is the share of requests within every limit of `--goodput`. */
export type LimitedFigure = FigureName | 'goodShare'

/** In the order of comparisons. */
export const comparedScalars = leadBy(
  ['outputThroughput', 'requestThroughput', 'inputsThroughput', 'totalTokenThroughput'],
  scalarsWith('compared'),
)

export type FigureTraits = Readonly<{
  family: 'throughput' | 'amount' | 'latency' | 'share'
  /** Empty for a plain number. */
  unit: string
  /** What 1 of the unit is kept as; absent: 1. A ratio of latencies is kept as ms per second. */
  keptAs?: number
  lowerIsBetter: boolean
  /** More load improves it until the server is full. */
  improvesWithLoad?: boolean
  /** Speaks of requests within every limit of `--goodput`, and needs one. */
  needsGoals?: boolean
  /** Why a run may lack it. */
  lack: FigureLack
  /** Differences up to this do not matter; absent, it is a share of the figure. */
  negligible?: number
}>

function traitsOf(name: ComparedScalar): FigureTraits {
  const { compared, unit, better } = scalarOf(name)
  const { family = 'amount', lack = 'values' } = compared ?? {}
  return {
    ...{ family, unit, lowerIsBetter: better === 'lower', lack },
    needsGoals: compared?.needsGoals ?? false,
    improvesWithLoad: compared?.improvesWithLoad ?? family === 'throughput',
    ...(family === 'share' && { negligible: 0.01 }),
  }
}

const latency = { family: 'latency', lowerIsBetter: true, lack: 'values' } as const
const share = { family: 'share', unit: '', negligible: 0.01 } as const

function latencyTraits(name: MetricName): FigureTraits {
  const { symbol: unit, ms } = exactUnit(name)
  return { ...latency, unit, ...(ms !== 1 && { keptAs: ms }) }
}

export const figureTraits = {
  ...Object.fromEntries(comparedScalars.map((name) => [name, traitsOf(name)])),
  ...Object.fromEntries(metricNames.map((name) => [name, latencyTraits(name)])),
  failedShare: { ...share, lowerIsBetter: true, lack: 'failures' },
  goodShare: { ...share, lowerIsBetter: false, needsGoals: true, lack: 'goodput' },
} as Readonly<Record<LimitedFigure, FigureTraits>>

export const limitedFigures: readonly LimitedFigure[] = [
  ...metricNames,
  ...comparedScalars,
  'failedShare',
  'goodShare',
]

/** A value as it is kept, in the unit of its figure. */
export function inItsUnit(name: LimitedFigure, kept: number): number {
  return kept / (figureTraits[name].keptAs ?? 1)
}

export function isLatency(name: LimitedFigure): name is MetricName {
  return figureTraits[name].family === 'latency'
}
