// Span of a run that may be called its steady state.
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { judgeRun } from './judge-run.ts'
import type { JudgedRun } from './judged-run.ts'

type Window = NonNullable<RunSummary['steadyState']>['window']

/** Null if the state changed in it, if it is too short to judge, or if requests piled up. */
export function steadySpanOf(run: JudgedRun): Window | null {
  const window = run.summary?.steadyState?.window ?? null
  const state = run.summary?.certainty?.steadiness?.state ?? 'steady'
  const judgement = judgeRun(run)
  const pilesUp = judgement !== null && (judgement.isSaturated || judgement.isHeldBack)
  return state === 'steady' && !pilesUp ? window : null
}
