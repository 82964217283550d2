// Schemas of values that several flags share.
import { z } from 'zod'
import { inEnglish, message } from '#core/messages/message.ts'

export const nonNegativeInteger = z.int().min(0)
export const positiveInteger = z.int().min(1)
export const optionalNumber = z.number().nullable().default(null)
export const stringMap = z.record(z.string(), z.string())
export const jsonObject = z.record(z.string(), z.json())

/** A rate or shape that may be infinite. `inf` is text because JSON has no infinity. */
export const positiveOrInfinite = z.union([z.number().positive().finite(), z.literal('inf')])

/** Some compatibility profiles refuse 1; a rule of the flag checks that. */
const unitRatio = z
  .number()
  .min(0)
  .max(1, inEnglish(message('config.shareBelowOne')))

export const rangeRatioSchema = z.union([
  unitRatio,
  z.object({ input: unitRatio, output: unitRatio }),
])
