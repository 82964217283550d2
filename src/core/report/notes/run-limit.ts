// What is said of a run that reached the limit it was given.
import { message, type Message } from '../../messages/message.ts'
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'

export function runLimitSentence(
  { runTimeoutSec }: Pick<BenchmarkConfig, 'runTimeoutSec'>,
  { completed, planned }: Readonly<{ completed: number; planned: number }>,
): Message {
  return message('notes.runLimit', { seconds: runTimeoutSec, completed, planned })
}
