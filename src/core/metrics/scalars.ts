// Scalars of a run, one record each. Every surface is derived from them: stored summary, result files, CSV, printed report,
// tables, comparisons, saved pages and the window. Columns of CSV files have this order. Titles: core/messages. Formulas:
// docs/measuring/requests.md.
import { keysOf } from '#core/base/keys-of.ts'
import { joinedFeatures, withFeatures } from '#core/messages/joined-catalogue.ts'
import type { MeasuredMedia } from '#core/records/measured-request.ts'
import { countScalars } from './count-scalars.ts'
import * as features from './features.ts'
import { rateScalars } from './rate-scalars.ts'
import * as base from './scalar-metric.ts'
import { ownFigure, sampled } from './scalar-parts.ts'

type SampledRun = Readonly<{
  gpu: Readonly<{ powerW: Readonly<{ mean: number }> | null }> | null
  imbalance: number | null
}>

/** Metrics derived from samples of GPUs and servers during a run. */
const sampledScalars = {
  /** Mean power of all GPUs together. */
  meanPowerW: {
    ...sampled(({ gpu }: SampledRun) => gpu?.powerW?.mean ?? null, 'W', 'mean_power_w'),
    compared: { family: 'amount', interval: 'none', lack: 'gpus' },
  },
  /** Requests at the busiest engine divided by the mean of all engines. */
  imbalance: {
    ...sampled(({ imbalance }: SampledRun) => imbalance, '×', 'imbalance'),
    compared: { family: 'amount', interval: 'none', improvesWithLoad: true, lack: 'engines' },
  },
} as const satisfies Readonly<Record<string, base.ScalarRecord>>

const secondsPerHour = 3600
const million = 1e6

/** Cost per million tokens counted by `tokensOf`. */
function costPerMillion<const Key extends string>(
  key: Key,
  label: string,
  tokensOf: (tally: base.BaseTally) => number | null,
) {
  return {
    ...ownFigure('number', key),
    compute: (tally: base.BaseTally) => {
      const { pricePerHour, durationS } = tally
      const tokens = tokensOf(tally)
      if (pricePerHour === null || tokens === null || tokens === 0) return null
      return ((pricePerHour / secondsPerHour) * durationS * million) / tokens
    },
    unit: '/1M tok',
    better: 'lower',
    console: { label, digits: 2 },
    page: { format: 'number', leftOutAt: null },
    shareColumn: true,
  } as const
}

const compared = { family: 'amount', improvesWithLoad: true, lack: 'price' } as const

/** Exported for tests. */
export const costScalars = {
  /** Cost of output tokens. */
  costPerMillionTokens: {
    ...costPerMillion(
      'cost_per_million_tokens',
      'Cost per million output tokens:',
      ({ outputTokens, countsTokens }) => (countsTokens ? outputTokens : null),
    ),
    compared: { ...compared, interval: 'outputTokenCost' },
  },
  /** Cost of output tokens within every limit of `--goodput`. */
  costPerMillionGoodTokens: {
    ...costPerMillion(
      'cost_per_million_good_tokens',
      'Cost per million good tokens:',
      ({ goodTokens }) => goodTokens,
    ),
    compared: { ...compared, interval: 'goodTokenCost', needsGoals: true },
  },
} as const satisfies Readonly<Record<string, base.ScalarRecord>>

const ownScalars = {
  ...countScalars,
  ...rateScalars,
  ...costScalars,
  ...sampledScalars,
} as const

/** Amounts that a completed request adds. */
export const completedSums = {
  ...base.completedSums,
  ...joinedFeatures(features, 'completedSums'),
}

/** Amounts that a completed response of audio, images or video adds. */
export const mediaSums: base.Amounts<MeasuredMedia> = {
  ...joinedFeatures(features, 'mediaSums'),
}

const sums = {
  ...base.requestSums,
  ...completedSums,
  ...joinedFeatures(features, 'mediaSums'),
}

/** Sums and peaks of a run, including sums of features. */
export type RunTally = base.BaseTally & base.TallyOf<typeof sums>

export const emptyTally: RunTally = {
  ...(Object.fromEntries(keysOf(sums).map((name) => [name, 0])) as base.TallyOf<typeof sums>),
  ...base.otherThanSums,
}

export const scalars = withFeatures(ownScalars, { added: joinedFeatures(features, 'scalars') })

export type ScalarName = keyof typeof scalars
