// English texts are in the records of the flags, since the help of the command line shows them too.
import { benchmarkFlags } from '#core/model/benchmark/benchmark-fields.ts'
import type { FlagTexts, FlagUnits } from '../../flag-texts.ts'

const texts = benchmarkFlags.map(({ field, label, summary }) => [field, { label, summary }])

export const flags = Object.fromEntries(texts) as FlagTexts

export const flagUnits: FlagUnits = {}
