// The texts of the flags of a benchmark in one language.
import type { BenchmarkField } from '#core/model/benchmark/benchmark-fields.ts'

/** `label` names the field of the form, `summary` is one sentence. */
export type FlagTexts = Readonly<
  Record<BenchmarkField, Readonly<{ label: string; summary: string }>>
>

export function labelsOf(texts: FlagTexts): Readonly<Record<BenchmarkField, string>> {
  const labels = Object.entries(texts).map(([field, { label }]) => [field, label])
  return Object.fromEntries(labels) as Record<BenchmarkField, string>
}

/** What a value counts, by the English unit of its flag; units that are not listed stay as they are. */
export type FlagUnits = Readonly<Record<string, string>>
