// What is to be served and what a GPU costs, as written beside the sizing of a sweep; kept over a reload.
import type { SizingWish } from '#core/sweep/sizing.ts'
import { shallowRef, watch, type Ref } from 'vue'
import { z } from 'zod'
import { stored } from '../../../stores/stored.ts'

export const writtenWishSchema = z.object({
  demand: z.string().default(''),
  of: z.enum(['requests', 'users']).default('requests'),
  pricePerGpuHour: z.string().default(''),
  gpusPerServer: z.string().default(''),
})

export type WrittenWish = z.infer<typeof writtenWishSchema>

export function readWish({ demand, of, pricePerGpuHour, gpusPerServer }: WrittenWish): SizingWish {
  const amount = positive(demand)
  return {
    demand: amount === null ? null : { amount, of },
    pricePerGpuHour: positive(pricePerGpuHour),
    gpusPerServer: positive(gpusPerServer),
  }
}

export function useSizingWish(): Ref<WrittenWish> {
  const kept = stored('kneepoint.sizing', writtenWishSchema, localStorage)
  const written = shallowRef(kept.read())
  watch(written, kept.write)
  return written
}

/** Null for what is no such number, or not finished. */
function positive(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return value > 0 && Number.isFinite(value) ? value : null
}
