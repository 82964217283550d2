// Demand and GPU price as text, beside the sizing of a sweep.
import type { SizingWish } from '#core/sweep/sizing.ts'
import { z } from 'zod'

export const writtenWishSchema = z.object({
  demand: z.string().default(''),
  of: z.enum(['requests', 'users']).default('requests'),
  pricePerGpuHour: z.string().default(''),
  gpusPerServer: z.string().default(''),
})

export type WrittenWish = z.infer<typeof writtenWishSchema>

export function readWish({ demand, of, pricePerGpuHour, gpusPerServer }: WrittenWish): SizingWish {
  const amount = positiveNumber(demand)
  return {
    demand: amount === null ? null : { amount, of },
    pricePerGpuHour: positiveNumber(pricePerGpuHour),
    gpusPerServer: positiveNumber(gpusPerServer),
  }
}

/** Null if the text is not a positive number, or is incomplete. */
export function positiveNumber(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return value > 0 && Number.isFinite(value) ? value : null
}
