// Runs and sweeps as data for tool results: their metrics, with the intervals of the report.
import { runAnswer } from '#core/answers/run-answer.ts'
import { namedLine, sweepAnswers } from '#core/answers/sweep-answers.ts'
import { inEnglish } from '#core/messages/message.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { latenciesOf, throughputsOf } from '#core/report-file/point-detail.ts'
import { runWarnings } from '#core/report/run-warnings.ts'
import { runRow } from '#core/report/run-row.ts'

/** Mean, and the percentiles that most limits use. */
const statistics = [null, 50, 99]

/** Metrics are `[value, low, high]`, the ends of the 95 % interval; null for an unknown end. */
export function agentRunRow(run: Run) {
  const { summary } = run
  const answer = runAnswer(run)
  return {
    ...runRow(run),
    answer: answer && inEnglish(answer.line),
    notes: [...(answer?.notes ?? []), ...runWarnings(run)].map(inEnglish),
    throughputs: summary && throughputsOf(summary),
    latenciesMs: summary && latenciesOf({ summary, distributions: [] }, statistics),
  }
}

/** `runs` must include the runs of the sweep. */
export function agentSweepRow(sweep: Sweep, runs: readonly Run[]) {
  const { id, plan, status } = sweep
  const answers = sweepAnswers(sweep, runs).map((answer) => ({
    answer: inEnglish(namedLine(answer)),
    confidence: answer.confidence && inEnglish(answer.confidence.text),
    notes: answer.notes.map(inEnglish),
  }))
  return { id, name: plan.name, status, answers }
}
