// What a run shows of the server, in lines for the console.
import { runAnswer, type AnsweredRun } from '#core/answers/run-answer.ts'
import { message, type Message } from '#core/messages/message.ts'

export function answerNote(run: AnsweredRun): readonly Message[] {
  const answer = runAnswer(run)
  if (answer === null) return []
  return [message('answers.note', { answer: answer.line }), ...answer.notes]
}
