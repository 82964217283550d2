// Judges one run from its own figures. Every surface reads this judgement; none has a rule of its own. Limits:
// docs/measuring.md, "Whether to trust a run".
import { isKnown } from '#core/model/run/import-source.ts'
import { clientVerdict, type ClientVerdict } from './client-verdict.ts'
import {
  gradeOf,
  reasonCodes,
  type ClientState,
  type Judgement,
  type Reason,
  type ReasonCode,
} from './judgement.ts'
import { loadStateOf } from './load-state.ts'
import type { JudgedRun } from './judged-run.ts'
import { paceOf } from './saturation.ts'
import { runReasons } from './run-reasons.ts'

/** Null before anything is measured, and for an imported run that does not name the load it was given. */
export function judgeRun(run: JudgedRun): Judgement | null {
  const { config, summary, imported = null, status = 'completed' } = run
  if (summary === null || !isKnown({ imported }, 'requestRate')) return null
  const client = clientVerdict({ summary, config })
  const pace = paceOf(config, summary)
  const subject = { config, summary, status, client, pace, loadState: loadStateOf(config, summary) }
  const codes = summary.completed === 0 ? unansweredCodes : reasonCodes
  const reasons = codes.flatMap((code): Reason[] => {
    const evidence = runReasons[code](subject)
    return evidence === null ? [] : [{ code, evidence }]
  })
  const found = reasons.map(({ code }) => code)
  return {
    grade: gradeOf(found),
    reasons,
    pace: pace.state,
    isSaturated: pace.state === 'behind',
    loadState: found.includes('not-steady') ? 'not-steady' : subject.loadState,
    clientState: clientStateOf(client, found),
  }
}

/** All that can be said of a run without a response. */
const unansweredCodes = ['nothing-measured', 'cancelled'] as const satisfies readonly ReasonCode[]

function clientStateOf(client: ClientVerdict | null, found: readonly ReasonCode[]): ClientState {
  if (found.includes('client-limited')) return 'limited'
  if (client === null) return 'not-monitored'
  return found.includes('client-strained') ? 'strained' : 'kept-up'
}
