// Summary of a flag and unit of its value, in the window's language.
import type { BenchmarkField } from '#core/flags/benchmark-fields.ts'
import type { Language } from '#core/messages/languages.ts'
import { textsIn } from './i18n.ts'

export function flagSummary(
  { field }: Readonly<{ field: BenchmarkField }>,
  language: Language,
): string {
  return textsIn(language).flags.summaries[field]
}

type FlagWithUnit = Readonly<{ unit?: string | undefined }>

/** Unit of one of our flags or of a `vllm serve` flag. */
export function flagUnit({ unit = '' }: FlagWithUnit, language: Language): string {
  return textsIn(language).flags.units[unit] ?? unit
}
