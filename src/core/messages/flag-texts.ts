// Texts of a benchmark's flags in one language.
import type { BenchmarkField } from '#core/model/benchmark/benchmark-fields.ts'

type OfEachFlag = Readonly<Record<BenchmarkField, string>>

/** `labels` name the fields of the form; `summaries` are one sentence each. */
export type FlagTexts = Readonly<{ labels: OfEachFlag; summaries: OfEachFlag }>

/** Translated units by the English unit of the flag; missing units stay in English. */
export type FlagUnits = Readonly<Record<string, string>>
