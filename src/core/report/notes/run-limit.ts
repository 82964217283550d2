// What is said of a run that reached the limit it was given.
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'

export function runLimitSentence(
  { runTimeoutSec }: Pick<BenchmarkConfig, 'runTimeoutSec'>,
  ended: Readonly<{ completed: number; planned: number }>,
): string {
  const { completed, planned } = ended
  return (
    `The run reached its limit of ${runTimeoutSec} s: ${completed} of ${planned} requests were ` +
    'answered, and its figures are of these alone.'
  )
}
