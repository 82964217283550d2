// Summary of a flag and unit of its value, in the window's language.
import type { BenchmarkField } from '#core/flags/benchmark-fields.ts'
import type { Language } from '#core/messages/languages.ts'
import { flagTexts, flagUnits } from '#core/flags/texts/flag-texts.ts'

export function flagSummary(
  { field }: Readonly<{ field: BenchmarkField }>,
  language: Language,
): string {
  return flagTexts[language].summaries[field]
}

type FlagWithUnit = Readonly<{ unit?: string | undefined }>

/** Unit of a flag of ours or of vllm serve. */
export function flagUnit({ unit = '' }: FlagWithUnit, language: Language): string {
  return flagUnits[language][unit] ?? unit
}
