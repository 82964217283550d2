// What the exit codes of all commands mean.
import { exitCodes } from '../../src/cli/exit.ts'

/** `kneepoint gate` and `kneepoint tune` have answers of their own. */
const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done; of gate: pass',
  broken: 'something failed that the same command may do the next time; of gate: worse',
  badInput: 'a flag, a file or a name cannot be taken; the message says which and what to do',
  limitsBroken:
    'measured, but no load held the limits; of gate: undecided; of tune: nothing confirmed',
  notValid: 'of gate and tune: no valid measurement',
  interrupted: 'interrupted',
}

export const exitStatuses: readonly Readonly<{ code: number; meaning: string }>[] = (
  Object.keys(meanings) as (keyof typeof meanings)[]
).map((name) => ({ code: exitCodes[name], meaning: meanings[name] }))
