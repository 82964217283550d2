// Cost of the generated tokens, for servers with a known price.
import type { RunTally, ScalarMetric } from './scalar-metric.ts'
import { ownFigure } from './scalar-parts.ts'

const secondsPerHour = 3600
const million = 1e6

/** Cost per million of the tokens that `tokensOf` counts. */
function costPerMillion<const Key extends string>(
  key: Key,
  label: string,
  tokensOf: (tally: RunTally) => number | null,
) {
  return {
    ...ownFigure('number', key),
    compute: (tally: RunTally) => {
      const { pricePerHour, durationS } = tally
      const tokens = tokensOf(tally)
      if (pricePerHour === null || tokens === null || tokens === 0) return null
      return ((pricePerHour / secondsPerHour) * durationS * million) / tokens
    },
    unit: '/1M tok',
    better: 'lower',
    task: 'generation',
    console: { label, digits: 2 },
    page: { format: 'number', leftOutAt: null },
    shareColumn: true,
  } as const
}

const compared = { family: 'amount', improvesWithLoad: true, lack: 'price' } as const

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
} as const satisfies Readonly<Record<string, ScalarMetric>>
