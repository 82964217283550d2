// Schemas of external numbers. Separate from their bounds, because a load generator needs the bounds without zod.
import { z } from 'zod'
import { mostAmount, mostCount, mostEpochMs, mostReading } from './bounds.ts'

export const countSchema = z.int().min(0).max(mostCount)

/** Sum of counts over the requests of a run. */
export const totalSchema = z.int().min(0)

/** Rejects NaN and infinities. */
export const amountSchema = z.number().min(-mostAmount).max(mostAmount)

/** Value of a counter or gauge. */
export const readingSchema = z.number().min(-mostReading).max(mostReading)

/** Whole µs since the start of a run; negative before it. */
export const timeUsSchema = z.int().min(-mostAmount).max(mostAmount)

export const epochMsSchema = z.number().min(-mostEpochMs).max(mostEpochMs)
