// What becomes of a flag of the original here.
import { conversationFlagNames } from '#core/command-line/conversation-switch.ts'
import { flagDifferences } from '#core/model/flags/flag-differences.ts'
import { renamedFlags, unsupportedFlags } from '#core/model/benchmark/unsupported-flags.ts'
import { benchServeFlags } from '../../src/cli/arguments/parse-bench-serve.ts'

const ownFlags: ReadonlySet<string> = new Set(benchServeFlags.map(({ flag }) => flag))

export type FlagState = Readonly<{ word: string; remark: string }>

/** Null where nobody has thought of it, which a test forbids. */
export function flagState(flag: string): FlagState | null {
  const refusal = unsupportedFlags.get(flag)
  const name = renamedFlags.get(flag)
  const difference = flagDifferences.get(flag)
  if (refusal !== undefined) return { word: 'refused', remark: `It ${refusal}.` }
  if (name !== undefined) return { word: 'done', remark: `Another name of \`${name}\`.` }
  const another = new Map(conversationFlagNames).get(flag)
  if (another !== undefined) return { word: 'done', remark: `Here \`${another}\`.` }
  const positive = flag.replace(/^--no-/, '--')
  if (positive !== flag && !ownFlags.has(flag) && ownFlags.has(positive)) {
    return { word: 'done', remark: `Turns \`${positive}\` off.` }
  }
  if (!ownFlags.has(flag)) return null
  return difference === undefined
    ? { word: 'done', remark: '' }
    : { word: 'different', remark: difference }
}

export function flagsOfOurOwn(known: ReadonlySet<string>): readonly (readonly [string, string])[] {
  return benchServeFlags
    .filter(({ flag }) => !known.has(flag))
    .map(({ flag, summary }) => [flag, summary] as const)
}
