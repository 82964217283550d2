// Fields that say which rows of a dataset of the hub are taken.
import { z } from 'zod'
import { hubIds } from '../benchmark/hub-datasets.ts'
import { positiveInteger, positiveOrInfinite } from './field-types.ts'

const optionalName = z.string().min(1).nullable().default(null)

export const hubFields = {
  hfName: z.enum(hubIds).nullable().default(null),
  hfSubset: optionalName,
  hfSplit: optionalName,
  hfOutputLen: positiveInteger.nullable().default(null),
  noStream: z.boolean().default(false),
  blazeditMinDistance: z.number().min(0).default(0),
  blazeditMaxDistance: z.number().min(0).default(1),
  asrMinAudioLenSec: z.number().min(0).default(0),
  asrMaxAudioLenSec: positiveOrInfinite.default('inf'),
  /** Separated by commas. */
  bfclCategories: optionalName,
}
