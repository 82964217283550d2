// What becomes of a flag of the original here.
import { benchServeFlags } from '#core/command-line/bench-serve-flags.ts'
import { unsupportedFlags } from '#core/flags/unsupported-flags.ts'

export type FlagState = Readonly<{ word: string; remark: string }>

/** Null where no state is recorded, which a test forbids. */
export function flagState(flag: string): FlagState | null {
  const refusal = unsupportedFlags.get(flag)
  if (refusal !== undefined) return { word: 'refused', remark: `It ${refusal}.` }
  const own = benchServeFlags.find((one) => one.flag === flag)
  if (own !== undefined) {
    return {
      word: own.difference === undefined ? 'done' : 'different',
      remark: own.difference ?? '',
    }
  }
  const renamed = benchServeFlags.find(({ formerNames }) => formerNames?.includes(flag))
  if (renamed !== undefined) {
    return { word: 'done', remark: `Another name of \`${renamed.flag}\`.` }
  }
  const inRust = benchServeFlags.find(({ rustNames }) => rustNames?.includes(flag))
  if (inRust !== undefined) return { word: 'done', remark: `Here \`${inRust.flag}\`.` }
  const positive = flag.replace(/^--no-/, '--')
  const isNegated = positive !== flag && benchServeFlags.some((one) => one.flag === positive)
  return isNegated ? { word: 'done', remark: `Turns \`${positive}\` off.` } : null
}

export function flagsOfOurOwn(known: ReadonlySet<string>): readonly (readonly [string, string])[] {
  return benchServeFlags
    .filter(({ flag }) => !known.has(flag))
    .map(({ flag, summary }) => [flag, summary] as const)
}
