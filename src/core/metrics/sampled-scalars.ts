// Metrics derived from samples of GPUs and servers during a run.
import type { RunTally, ScalarMetric } from './scalar-metric.ts'

type SampledField = keyof NonNullable<RunTally['sampled']>

function sampled<const Unit extends string, const Csv extends string>(
  part: SampledField,
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
  /** Mean power of all GPUs together. */
  meanPowerW: {
    ...sampled('meanPowerW', 'W', 'mean_power_w'),
    compared: { family: 'amount', interval: 'none', lack: 'gpus' },
  },
  /** Energy per prompt and output token. */
  energyPerToken: {
    ...sampled('tokenJ', 'J/tok', 'energy_per_token_j'),
    compared: { ...energy, interval: 'tokenEnergy' },
  },
  /** Energy per output token, of the steady window if there is one. */
  energyPerOutputToken: {
    ...sampled('outputTokenJ', 'J/tok', 'energy_per_output_token_j'),
    compared: { ...energy, interval: 'outputTokenEnergy' },
  },
  /** Energy per output token of requests within every limit of `--goodput`. */
  energyPerGoodToken: {
    ...sampled('goodTokenJ', 'J/tok', 'energy_per_good_token_j'),
    compared: { ...energy, interval: 'goodTokenEnergy', needsGoals: true },
  },
  /** Requests at the busiest engine divided by the mean of all engines. */
  imbalance: {
    ...sampled('imbalance', '×', 'imbalance'),
    compared: { family: 'amount', interval: 'none', improvesWithLoad: true, lack: 'engines' },
  },
} as const satisfies Readonly<Record<string, ScalarMetric>>
