// What a flag means, in the window's language.
import type { BenchmarkFlag } from '#core/model/benchmark-flags.ts'
import type { Language } from './texts.ts'
import { flagSummariesZh } from './zh/flag-summaries.ts'

export function flagSummary(flag: BenchmarkFlag, language: Language): string {
  return language === 'zh' ? flagSummariesZh[flag.field] : flag.summary
}
