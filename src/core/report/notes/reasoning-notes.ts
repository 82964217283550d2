// What must be said of responses that reason: whose count of the reasoning is shown, and how many gave no answer.
import { message, type Message } from '../../messages/message.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'

export function reasoningNotes({
  completed,
  unanswered,
  reasoningRecounted,
}: Pick<RunSummary, 'completed' | 'unanswered' | 'reasoningRecounted'>): readonly Message[] {
  return [
    ...(reasoningRecounted
      ? [message('notes.reasoningRecounted', { count: reasoningRecounted, all: completed })]
      : []),
    ...(unanswered ? [message('notes.unanswered', { count: unanswered, all: completed })] : []),
  ]
}
