// What the exit codes of all commands mean.
import { exitCodes } from '../../src/cli/exit.ts'

/** `kneepoint gate` and `kneepoint tune` have answers of their own. */
const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done; of gate: pass; also of web, mcp, record and simulate when a signal stops them',
  broken:
    'something failed that the same command may do the next time, or no request of a run succeeded; of gate: worse',
  badInput:
    'a flag, a file, a name or an address cannot be used, or no server is ready there; the message says what to do',
  limitsBroken:
    'measured or predicted, but no load held the limits; of gate: undecided; of tune: nothing confirmed',
  notValid:
    'of gate and tune: no valid measurement; of predict: the model does not describe the server',
  hungUp: 'the terminal was closed (SIGHUP) or the launcher was killed; what was measured is saved',
  interrupted: 'interrupted by Ctrl-C; what was measured is saved',
  pipeClosed: 'done and saved, but what read standard output ended first, as "head -1" does',
  terminated: 'terminated by SIGTERM; what was measured is saved',
}

export const exitStatuses: readonly Readonly<{ code: number; meaning: string }>[] = (
  Object.keys(meanings) as (keyof typeof meanings)[]
)
  .map((name) => ({ code: exitCodes[name], meaning: meanings[name] }))
  .toSorted((one, other) => one.code - other.code)
