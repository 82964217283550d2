// The result of a tuning, stored with it at each stop; computed from its runs and its log.
import type { Sweep } from '#core/model/sweep.ts'
import { tunings } from '#core/sweep/next-move.ts'
import { summariesOf } from '#core/sweep/sweep-move.ts'
import type { Database } from '../storage/database.ts'
import { listRuns } from '../storage/runs.ts'
import { readSweepLog } from '../storage/sweeps.ts'

/** Returns any other sweep unchanged. */
export function withFinding(database: Database, sweep: Sweep): Sweep {
  if (sweep.plan.tune === null || tunings === undefined) return sweep
  const runs = listRuns(database, { text: '', sweepId: sweep.id })
  const log = readSweepLog(database, sweep.id)
  return {
    ...sweep,
    answers: tunings.answers({ sweep, summaries: summariesOf(sweep, runs), log }),
  }
}

/** Whether a tuning lacks its result, as in earlier versions. */
export function lacksFinding({ plan, answers }: Sweep): boolean {
  return plan.tune !== null && !answers.some(({ answer }) => answer.kind === 'setting')
}
