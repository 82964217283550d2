// Energy of a run's GPUs, as its summary stores it.
import { z } from 'zod'

const tokenEnergySchema = z.object({
  valueJ: z.number(),
  tokens: z.number(),
  /** 95 % confidence; null if the window is too short, or if the energy of its parts is unknown. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
})

const energyPerTokenSchema = z.object({
  /** True for the steady window, false for the whole run. */
  isSteady: z.boolean(),
  startS: z.number(),
  endS: z.number(),
  energyJ: z.number(),
  /** Prompts and outputs. */
  total: tokenEnergySchema.nullable(),
  output: tokenEnergySchema.nullable(),
  /** Output of requests within every limit of `--goodput`; null without limits, or if no request met them. */
  good: tokenEnergySchema.nullable(),
})

export const gpuEnergySummary = {
  gpu: {
    /** Sum over GPUs. */
    energyJ: z.number().nullable().default(null),
    energyPerOutputTokenJ: z.number().nullable().default(null),
    /** Null without energy, and for runs of earlier versions. */
    energyPerToken: energyPerTokenSchema.nullable().default(null),
  },
  gpuRow: { energyPerToken: true },
} as const

export type TokenEnergy = z.infer<typeof tokenEnergySchema>
export type EnergyPerToken = z.infer<typeof energyPerTokenSchema>
