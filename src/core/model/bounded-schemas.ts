// Schemas of numbers from outside. Apart from their bounds: a load needs those soon, and no schema.
import { z } from 'zod'
import { mostAmount, mostCount, mostEpochMs, mostReading } from '../base/bounds.ts'

export const countSchema = z.int().min(0).max(mostCount)

/** Sum of counts over the requests of a run. */
export const totalSchema = z.int().min(0)

/** NaN and infinities are refused. */
export const amountSchema = z.number().min(-mostAmount).max(mostAmount)

/** Of a counter or gauge. */
export const readingSchema = z.number().min(-mostReading).max(mostReading)

/** Whole µs since the start of a run; before it, negative. */
export const timeUsSchema = z.int().min(-mostAmount).max(mostAmount)

export const epochMsSchema = z.number().min(-mostEpochMs).max(mostEpochMs)
