// The flags that an axis may vary: the benchmark's first, then the server's.
import type { Language } from '#core/messages/languages.ts'
import { benchmarkFlags } from '#core/flags/benchmark-fields.ts'
import { elsewhere } from '#core/sweep/file/benchmark-at.ts'
import { benchmarkName, loadFields, serverName } from '#core/sweep/file/parameter-values.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { flagSummary } from '../../../i18n/flag-summary.ts'

type FlagName = Readonly<{ name: string; about: string }>

export function flagNames(flagIndex: FlagIndex, language: Language): readonly FlagName[] {
  const ofBenchmark = benchmarkFlags
    .filter(({ field }) => !loadFields.includes(field) && elsewhere[field] === undefined)
    .map((flag) => ({ name: benchmarkName(flag.field), about: flagSummary(flag, language) }))
  const ofServer = flagIndex.flags.map(({ name, group }) => ({
    name: serverName(name, flagIndex),
    about: `vllm serve, ${group}`,
  }))
  return [...ofBenchmark, ...ofServer]
}
