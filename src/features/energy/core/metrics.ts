// Energy per token, for the steady window of a run if there is one. Formulas: docs/measuring/servers.md.
import type { ScalarRecord } from '#core/metrics/scalar-metric.ts'
import { sampled } from '#core/metrics/scalar-parts.ts'
import type { EnergyPerToken } from './gpu-energy.ts'

type SampledEnergy = Readonly<{
  gpu: Readonly<{ energyPerToken: EnergyPerToken | null }> | null
}>

/** `kind`: per prompt and output token, per output token, or per output token of requests within every limit. */
function perToken<const Csv extends string>(kind: 'total' | 'output' | 'good', csv: Csv) {
  const energy = ({ gpu }: SampledEnergy) => gpu?.energyPerToken?.[kind] ?? null
  return {
    ...sampled((telemetry: SampledEnergy) => energy(telemetry)?.valueJ ?? null, 'J/tok', csv),
    compared: {
      family: 'amount',
      interval: (telemetry: SampledEnergy) => energy(telemetry)?.interval ?? null,
      improvesWithLoad: true,
      lack: 'gpus',
      ...(kind === 'good' && ({ needsGoals: true } as const)),
    },
  } as const
}

const scalars = {
  energyPerToken: { listedAfter: 'meanPowerW', ...perToken('total', 'energy_per_token_j') },
  energyPerOutputToken: perToken('output', 'energy_per_output_token_j'),
  energyPerGoodToken: perToken('good', 'energy_per_good_token_j'),
} as const satisfies Readonly<Record<string, ScalarRecord>>

export const energyMetrics = { scalars }
