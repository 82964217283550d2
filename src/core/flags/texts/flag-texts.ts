// Labels, summaries and units of a benchmark's flags in English. Labels and summaries are in the records of the flags, since the
// help of the command line shows them too.
import { type BenchmarkField, benchmarkFlags } from '../benchmark-fields.ts'

type TextOfEachFlag = Readonly<Record<BenchmarkField, string>>

function ofEachFlag(part: 'label' | 'summary'): TextOfEachFlag {
  const texts = benchmarkFlags.map((flag) => [flag.field, flag[part]])
  return Object.fromEntries(texts) as TextOfEachFlag
}

export type FlagTexts = Readonly<{
  /** Names of the fields of the form. */
  labels: TextOfEachFlag
  /** One sentence each. */
  summaries: TextOfEachFlag
  /** By the English unit; missing units stay in English. */
  units: Readonly<Record<string, string>>
}>

export const flagTextsEn: FlagTexts = {
  labels: ofEachFlag('label'),
  summaries: ofEachFlag('summary'),
  units: {},
}
