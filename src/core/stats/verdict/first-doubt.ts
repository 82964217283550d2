// What speaks first against several runs together.
import { doubtCodes, type DoubtCode } from '#core/model/verdict.ts'
import { verdictOf, type VerdictSubject } from './verdict-of.ts'

/** What makes a run worthless first, of all that any of them is doubted for; null where nothing is. */
export function firstDoubt(runs: readonly VerdictSubject[]): DoubtCode | null {
  const doubted = new Set(runs.flatMap((run) => verdictOf(run).doubts.map(({ code }) => code)))
  return doubtCodes.find((code) => doubted.has(code)) ?? null
}
