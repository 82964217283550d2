// The texts of the flags of a benchmark in one language.
import type { BenchmarkField } from '#core/model/benchmark/benchmark-fields.ts'

type OfEachFlag = Readonly<Record<BenchmarkField, string>>

/** `labels` name the fields of the form, `summaries` are one sentence each. */
export type FlagTexts = Readonly<{ labels: OfEachFlag; summaries: OfEachFlag }>

/** What a value counts, by the English unit of its flag; units that are not listed stay as they are. */
export type FlagUnits = Readonly<Record<string, string>>
