// Answers as lines of plain text: the line itself, and indented below it how sure it is and what to do next.
import { message, type Text } from '#core/messages/message.ts'
import { sentences } from '#core/messages/joined.ts'
import type { SweepAnswer } from './answer.ts'
import { bestAnswer, namedLine } from './sweep-answers.ts'

/** The best of several configurations comes first. */
export function answerLines(answers: readonly SweepAnswer[]): Text[] {
  const best = bestAnswer(answers)
  const lead =
    best === null || answers.length < 2
      ? []
      : [message('answers.best', { count: answers.length, answer: namedLine(best) })]
  return [...lead, ...answers.flatMap((one) => [namedLine(one), ...detailLines(one)])]
}

function detailLines(answer: SweepAnswer): Text[] {
  const { advice } = answer
  const about = answerDetails(answer)
  return [
    ...(about.length === 0 ? [] : [sentences(about)]),
    ...(advice === null ? [] : [advice]),
  ].map((text) => message('common.indented', { text }))
}

/** How sure it is, and what adds to it, as sentences. */
export function answerDetails({ confidence, notes }: SweepAnswer): Text[] {
  return [
    ...(confidence === null ? [] : [message('common.sentence', { text: confidence.text })]),
    ...notes,
  ]
}
