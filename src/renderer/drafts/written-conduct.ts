// The execution of a sweep in the composer: repeats, order, pauses, retries, price.
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'
import { z } from 'zod'

export const writtenConductSchema = z.object({
  repeats: z.string().default('1'),
  order: sweepPlanSchema.shape.order.unwrap().default('ascending'),
  warmUpS: z.string().default('0'),
  coolDownS: z.string().default('0'),
  retries: z.string().default('1'),
  stopsWhenSaturated: z.boolean().default(false),
  resetsCaches: z.boolean().default(true),
  /** Per hour; empty leaves it out. */
  price: z.string().default(''),
  currency: z.string().default('USD'),
})

export type WrittenConduct = z.infer<typeof writtenConductSchema>
export const conductNumbers = ['repeats', 'warmUpS', 'coolDownS', 'retries', 'price'] as const
export type ConductNumber = (typeof conductNumbers)[number]

type Conduct = Pick<
  SweepPlan,
  | 'repeats'
  | 'order'
  | 'warmUpS'
  | 'coolDownS'
  | 'retries'
  | 'stopsWhenSaturated'
  | 'resetsCaches'
  | 'price'
>

export type ConductReading = Readonly<{ conduct: Conduct | null; atFault: readonly string[] }>

const conductSchema = sweepPlanSchema.pick({
  repeats: true,
  order: true,
  warmUpS: true,
  coolDownS: true,
  retries: true,
  stopsWhenSaturated: true,
  resetsCaches: true,
  price: true,
})

export function readConduct(written: WrittenConduct): ConductReading {
  const { price, currency, ...rest } = written
  const read = conductSchema.safeParse({
    ...rest,
    repeats: numberIn(written.repeats),
    warmUpS: numberIn(written.warmUpS),
    coolDownS: numberIn(written.coolDownS),
    retries: numberIn(written.retries),
    price: price.trim() === '' ? null : { perHour: numberIn(price), currency: currency.trim() },
  })
  return read.success
    ? { conduct: read.data, atFault: [] }
    : { conduct: null, atFault: read.error.issues.map(({ path }) => String(path[0])) }
}

export function writtenConduct(plan: Conduct): WrittenConduct {
  const { order, stopsWhenSaturated, resetsCaches, price } = plan
  return {
    ...{ order, stopsWhenSaturated, resetsCaches },
    repeats: String(plan.repeats),
    warmUpS: String(plan.warmUpS),
    coolDownS: String(plan.coolDownS),
    retries: String(plan.retries),
    price: price === null ? '' : String(price.perHour),
    currency: price?.currency ?? 'USD',
  }
}

export function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
