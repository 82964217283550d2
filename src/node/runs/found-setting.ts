// What a tuning found, stored with it whenever it stops; computed from its runs and its log.
import type { Sweep } from '#core/model/sweep/sweep.ts'
import { withFoundSetting } from '#core/tune/answer/found-setting.ts'
import { summariesOf } from '#core/tune/answer/tune-report.ts'
import type { Database } from '../storage/database.ts'
import { listRuns } from '../storage/runs.ts'
import { readSweepLog } from '../storage/sweep-log.ts'

/** Any other sweep as it is. */
export function withFinding(database: Database, sweep: Sweep): Sweep {
  if (sweep.plan.tune === null) return sweep
  const runs = listRuns(database, { text: '', sweepId: sweep.id })
  const log = readSweepLog(database, sweep.id)
  return {
    ...sweep,
    answers: withFoundSetting({ sweep, summaries: summariesOf(sweep, runs), log }),
  }
}

/** For tunings of earlier versions, which stored none. */
export function lacksFinding({ plan, answers }: Sweep): boolean {
  return plan.tune !== null && !answers.some(({ answer }) => answer.kind === 'setting')
}
