// What a sweep found, as the lines of its own page, which begins with the best configuration.
import { bestAnswer, sweepAnswers as answersOf } from '#core/answers/sweep-answers.ts'
import type { Text } from '#core/messages/message.ts'
import type { MeasuredSweep } from '../sweep/plots/drawn-curves.ts'

/** The name is empty where there is one only. */
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
