// What a server costs for what it generates, where its price is known.
import type { RunTally, ScalarMetric } from '../scalar-metric.ts'

const secondsPerHour = 3600
const million = 1e6

function costPerMillion({ pricePerHour, durationS }: RunTally, tokens: number | null) {
  if (pricePerHour === null || tokens === null || tokens === 0) return null
  return ((pricePerHour / secondsPerHour) * durationS * million) / tokens
}

export const costScalars = {
  /** Of output. */
  costPerMillionTokens: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => costPerMillion(tally, tally.outputTokens),
    unit: '/1M tok',
    better: 'lower',
    task: 'generation',
    file: { key: 'cost_per_million_tokens', isOwn: true },
    imported: null,
    csv: 'cost_per_million_tokens',
    console: { label: 'Cost per million output tokens:', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: {
      family: 'amount',
      interval: 'outputTokenCost',
      improvesWithLoad: true,
      lack: 'price',
    },
    shareColumn: true,
  },
  /** Of output within every limit of `--goodput`. */
  costPerMillionGoodTokens: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => costPerMillion(tally, tally.goodTokens),
    unit: '/1M tok',
    better: 'lower',
    task: 'generation',
    file: { key: 'cost_per_million_good_tokens', isOwn: true },
    imported: null,
    csv: 'cost_per_million_good_tokens',
    console: { label: 'Cost per million good tokens:', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: {
      family: 'amount',
      interval: 'goodTokenCost',
      improvesWithLoad: true,
      needsGoals: true,
      lack: 'price',
    },
    shareColumn: true,
  },
} as const satisfies Readonly<Record<string, ScalarMetric>>
