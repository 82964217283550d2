// Which flags the editor shows: those that lead, then those found, or without a search the ones people tune.
import type { ServeFlag } from '#core/vllm/flags/flag-index.ts'

type FlagGroup = Readonly<{ name: string; flags: readonly ServeFlag[] }>

/** What is asked for above the flags already. */
const asked = ['host', 'port']

/** Every typed word occurs in the flag's name, group or help; `_` is as good as `-`. */
export function findFlags(flags: readonly ServeFlag[], typed: string): readonly ServeFlag[] {
  const words = typed.toLowerCase().replaceAll('_', '-').split(/[\s]+/).filter(Boolean)
  const offered = flags.filter(({ name }) => !asked.includes(name))
  if (words.length === 0) return offered.filter(({ isCommon }) => isCommon)
  return offered.filter(({ name, short, group, help = '' }) => {
    const text = `--${name} ${short ?? ''} ${group} ${help}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** As vLLM groups its help, in that order. */
export function grouped(flags: readonly ServeFlag[]): readonly FlagGroup[] {
  const names = [...new Set(flags.map(({ group }) => group))]
  return names.map((name) => ({ name, flags: flags.filter(({ group }) => group === name) }))
}
