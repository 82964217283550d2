// Answers of a sweep, in the lines of its own page, the best configuration first.
import { bestAnswer, sweepAnswers as answersOf } from '#core/answers/sweep-answers.ts'
import type { Text } from '#core/messages/message.ts'
import type { MeasuredSweep } from '../sweep/plots/drawn-curves.ts'

/** The name is empty if there is only one configuration. */
export type SweepAnswer = Readonly<{ name: Text; text: Text }>

export function sweepAnswers({ sweep, curves }: MeasuredSweep): readonly SweepAnswer[] {
  const rows = curves.flatMap(({ cells }) => cells.flatMap((cell) => cell.rows))
  const runs = rows.flatMap(({ run }) => run ?? [])
  const answers = answersOf(sweep, runs)
  const best = bestAnswer(answers)
  const others = answers.filter((answer) => answer !== best)
  return [...(best === null ? [] : [best]), ...others].map(({ name, line }) => ({
    name,
    text: line,
  }))
}
