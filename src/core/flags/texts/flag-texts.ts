// Labels, summaries and units of a benchmark's flags per language. English labels and summaries are in the records of the
// flags, since the help of the command line shows them too.
import type { Language } from '#core/messages/languages.ts'
import { type BenchmarkField, benchmarkFlags } from '../benchmark-fields.ts'
import { flagLabels } from './zh-labels.ts'
import { flagSummaries } from './zh-summaries.ts'

type TextOfEachFlag = Readonly<Record<BenchmarkField, string>>

function ofEachFlag(part: 'label' | 'summary'): TextOfEachFlag {
  const texts = benchmarkFlags.map((flag) => [flag.field, flag[part]])
  return Object.fromEntries(texts) as TextOfEachFlag
}

/** `labels` name the fields of the form; `summaries` are one sentence each. */
type FlagTexts = Readonly<{ labels: TextOfEachFlag; summaries: TextOfEachFlag }>

export const flagTexts: Readonly<Record<Language, FlagTexts>> = {
  en: { labels: ofEachFlag('label'), summaries: ofEachFlag('summary') },
  zh: { labels: flagLabels, summaries: flagSummaries },
}

/** Translated units by the English unit of the flag; missing units stay in English. */
export const flagUnits: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  zh: {
    requests: '个请求',
    tokens: 'token',
    'req/s': '请求/s',
    bytes: '字节',
    ids: '个 id',
    min: '分钟',
    prompts: '个提示词',
    threads: '个线程',
    turns: '轮',
    steps: '步',
    nodes: '个节点',
    pods: '个 Pod',
    tasks: '个任务',
    runs: '次运行',
    retries: '次重试',
  },
}
