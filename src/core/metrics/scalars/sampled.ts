// Figures that follow from what was sampled of GPUs and servers during a run.
import type { ScalarMetric } from '../scalar-metric.ts'

const sampledFigure = {
  stored: { type: 'number', isNullable: true, earlierRuns: null },
  isSampled: true,
  better: 'lower',
  task: 'any',
  imported: null,
  shareColumn: true,
} as const

export const sampledScalars = {
  /** Of all GPUs together. */
  meanPowerW: {
    ...sampledFigure,
    compute: ({ sampled }) => sampled?.meanPowerW ?? null,
    unit: 'W',
    csv: 'mean_power_w',
    compared: { family: 'amount', interval: 'none', lack: 'gpus' },
  },
  /** Of prompts and outputs. */
  energyPerToken: {
    ...sampledFigure,
    compute: ({ sampled }) => sampled?.tokenJ ?? null,
    unit: 'J/tok',
    csv: 'energy_per_token_j',
    compared: { family: 'amount', interval: 'tokenEnergy', improvesWithLoad: true, lack: 'gpus' },
  },
  /** Of the steady window where there is one. */
  energyPerOutputToken: {
    ...sampledFigure,
    compute: ({ sampled }) => sampled?.outputTokenJ ?? null,
    unit: 'J/tok',
    csv: 'energy_per_output_token_j',
    compared: {
      family: 'amount',
      interval: 'outputTokenEnergy',
      improvesWithLoad: true,
      lack: 'gpus',
    },
  },
  /** Of requests within every limit of `--goodput`. */
  energyPerGoodToken: {
    ...sampledFigure,
    compute: ({ sampled }) => sampled?.goodTokenJ ?? null,
    unit: 'J/tok',
    csv: 'energy_per_good_token_j',
    compared: {
      family: 'amount',
      interval: 'goodTokenEnergy',
      improvesWithLoad: true,
      needsGoals: true,
      lack: 'gpus',
    },
  },
  /** Requests at the busiest engine over the mean of all. */
  imbalance: {
    ...sampledFigure,
    compute: ({ sampled }) => sampled?.imbalance ?? null,
    unit: '×',
    csv: 'imbalance',
    compared: { family: 'amount', interval: 'none', improvesWithLoad: true, lack: 'engines' },
  },
} as const satisfies Readonly<Record<string, ScalarMetric>>
