// What a flag means and what its value counts, in the window's language.
import type { BenchmarkField } from '#core/model/benchmark/benchmark-fields.ts'
import type { Language } from '#core/model/language.ts'
import { flags as flagsEn } from './en/flags.ts'
import { flags as flagsZh } from './zh/flags.ts'

const texts = { en: flagsEn, zh: flagsZh }

export function flagSummary(
  { field }: Readonly<{ field: BenchmarkField }>,
  language: Language,
): string {
  return texts[language][field].summary
}

const unitsZh: Readonly<Record<string, string>> = {
  requests: '个请求',
  tokens: 'token',
  'req/s': '请求/s',
  bytes: '字节',
  ids: '个 id',
  min: '分钟',
  prompts: '个提示词',
  threads: '个线程',
  turns: '轮',
}

type Measured = Readonly<{ unit?: string | undefined }>

/** Of a flag of ours or of vllm serve. */
export function flagUnit({ unit = '' }: Measured, language: Language): string {
  return language === 'zh' ? (unitsZh[unit] ?? unit) : unit
}
