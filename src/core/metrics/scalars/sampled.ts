// Figures that follow from what was sampled of GPUs and servers during a run.
import type { ScalarMetric } from '../scalar-metric.ts'

export const sampledScalars = {
  /** Of all GPUs together. */
  meanPowerW: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ sampled }) => sampled?.meanPowerW ?? null,
    isSampled: true,
    unit: 'W',
    better: 'lower',
    task: 'any',
    imported: null,
    csv: 'mean_power_w',
    compared: { family: 'amount', interval: 'none', lack: 'gpus' },
    shareColumn: true,
  },
  /** Of prompts and outputs. */
  energyPerToken: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ sampled }) => sampled?.tokenJ ?? null,
    isSampled: true,
    unit: 'J/tok',
    better: 'lower',
    task: 'any',
    imported: null,
    csv: 'energy_per_token_j',
    compared: { family: 'amount', interval: 'tokenEnergy', improvesWithLoad: true, lack: 'gpus' },
    shareColumn: true,
  },
  /** Of the steady window where there is one. */
  energyPerOutputToken: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ sampled }) => sampled?.outputTokenJ ?? null,
    isSampled: true,
    unit: 'J/tok',
    better: 'lower',
    task: 'any',
    imported: null,
    csv: 'energy_per_output_token_j',
    compared: {
      family: 'amount',
      interval: 'outputTokenEnergy',
      improvesWithLoad: true,
      lack: 'gpus',
    },
    shareColumn: true,
  },
  /** Of requests within every limit of `--goodput`. */
  energyPerGoodToken: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ sampled }) => sampled?.goodTokenJ ?? null,
    isSampled: true,
    unit: 'J/tok',
    better: 'lower',
    task: 'any',
    imported: null,
    csv: 'energy_per_good_token_j',
    compared: {
      family: 'amount',
      interval: 'goodTokenEnergy',
      improvesWithLoad: true,
      needsGoals: true,
      lack: 'gpus',
    },
    shareColumn: true,
  },
  /** Requests at the busiest engine over the mean of all. */
  imbalance: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ sampled }) => sampled?.imbalance ?? null,
    isSampled: true,
    unit: '×',
    better: 'lower',
    task: 'any',
    imported: null,
    csv: 'imbalance',
    compared: { family: 'amount', interval: 'none', improvesWithLoad: true, lack: 'engines' },
    shareColumn: true,
  },
} as const satisfies Readonly<Record<string, ScalarMetric>>
