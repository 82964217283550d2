// English texts are in the records of the flags, since the help of the command line shows them too.
import { benchmarkFlags } from '#core/model/benchmark/benchmark-fields.ts'
import type { FlagTexts, FlagUnits } from '../../flag-texts.ts'

function ofEachFlag(part: 'label' | 'summary'): FlagTexts['labels'] {
  const texts = benchmarkFlags.map((flag) => [flag.field, flag[part]])
  return Object.fromEntries(texts) as FlagTexts['labels']
}

export const flags: FlagTexts = { labels: ofEachFlag('label'), summaries: ofEachFlag('summary') }

export const flagUnits: FlagUnits = {}
