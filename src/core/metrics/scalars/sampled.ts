// Figures that follow from what was sampled of GPUs and servers during a run.
import type { RunTally, ScalarMetric } from '../scalar-metric.ts'

type Sampled = keyof NonNullable<RunTally['sampled']>

function sampled<const Unit extends string, const Csv extends string>(
  part: Sampled,
  unit: Unit,
  csv: Csv,
) {
  return {
    compute: (tally: RunTally) => tally.sampled?.[part] ?? null,
    unit,
    csv,
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    isSampled: true,
    better: 'lower',
    task: 'any',
    imported: null,
    shareColumn: true,
  } as const
}

const energy = { family: 'amount', improvesWithLoad: true, lack: 'gpus' } as const

export const sampledScalars = {
  /** Of all GPUs together. */
  meanPowerW: {
    ...sampled('meanPowerW', 'W', 'mean_power_w'),
    compared: { family: 'amount', interval: 'none', lack: 'gpus' },
  },
  /** Of prompts and outputs. */
  energyPerToken: {
    ...sampled('tokenJ', 'J/tok', 'energy_per_token_j'),
    compared: { ...energy, interval: 'tokenEnergy' },
  },
  /** Of the steady window where there is one. */
  energyPerOutputToken: {
    ...sampled('outputTokenJ', 'J/tok', 'energy_per_output_token_j'),
    compared: { ...energy, interval: 'outputTokenEnergy' },
  },
  /** Of requests within every limit of `--goodput`. */
  energyPerGoodToken: {
    ...sampled('goodTokenJ', 'J/tok', 'energy_per_good_token_j'),
    compared: { ...energy, interval: 'goodTokenEnergy', needsGoals: true },
  },
  /** Requests at the busiest engine over the mean of all. */
  imbalance: {
    ...sampled('imbalance', '×', 'imbalance'),
    compared: { family: 'amount', interval: 'none', improvesWithLoad: true, lack: 'engines' },
  },
} as const satisfies Readonly<Record<string, ScalarMetric>>
