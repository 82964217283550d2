// Energy in the window: figures of a run's GPUs, and columns of sized servers.
import { formatNumber } from '#core/base/numbers.ts'
import type { RunFeature } from '#renderer/components/run/run-feature.ts'
import { type RunMetric, speed } from '#renderer/components/run/run-figures.ts'
import { textOf } from '#renderer/i18n/i18n.ts'
import type { EnergyPerToken } from '#features/energy/core/gpu-energy.ts'

const kinds = ['total', 'output', 'good'] as const

/** Figures per token, each with its interval. */
function tokenFigures(energy: EnergyPerToken): readonly RunMetric[] {
  return kinds.flatMap((kind) => {
    const figure = energy[kind]
    if (figure === null) return []
    const { interval, valueJ } = figure
    const ends = interval && ` (${formatNumber(interval.low)}–${formatNumber(interval.high)})`
    return {
      ...speed(energy.isSteady ? 'energy.steady' : 'energy.whole', valueJ, 'J/tok'),
      values: { figure: textOf(`energy.${kind}`) },
      format: (value) => `${formatNumber(value)}${ends ?? ''}`,
    }
  })
}

const megajoulesPerKwh = 3.6

export const energyOfRun: RunFeature = {
  gpuFigures: ({ energyJ, energyPerOutputTokenJ, energyPerToken }) => [
    speed('energy.run', energyJ === null ? null : energyJ / 1000, 'kJ'),
    speed('energy.outputToken', energyPerOutputTokenJ, 'J/tok'),
    ...(energyPerToken === null ? [] : tokenFigures(energyPerToken)),
  ],
  /** Joules per token are megajoules per million tokens. */
  sizing: {
    energy: {
      ...{ listedAfter: 'goodputPerGpu', name: 'energy.perMillion', unit: 'MJ' },
      valueOf: (gpu) => gpu.energyPerOutputTokenJ,
      lacking: 'energy.unknown',
    },
    wattHours: {
      ...{ name: 'energy.kilowattHours', unit: 'kWh' },
      valueOf: ({ energyPerOutputTokenJ: joules }) => joules && joules / megajoulesPerKwh,
    },
    energyGood: {
      ...{ listedAfter: 'cost', name: 'energy.perMillionGood', unit: 'MJ' },
      valueOf: ({ energyPerToken }) => energyPerToken?.good?.valueJ ?? null,
    },
  },
}
