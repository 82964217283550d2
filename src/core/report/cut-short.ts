// Why a run ended early, lost machines that sent its load, or measured less than planned.
import { listed, message, type Message } from '../messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { FailureLimit } from '#core/model/run/failure-limit.ts'
import { beganLate, isLost, type LoadWorker } from '#core/model/run/run-summary.ts'

export function failureLimitSentence(limit: FailureLimit, url: string): Message {
  return limit.kind === 'connections'
    ? message('notes.connectionsLost', { count: limit.failed, url })
    : message('notes.tooManyErrors', { failed: limit.failed, ended: limit.ended })
}

export function runLimitSentence(
  { runTimeoutSec }: Pick<BenchmarkConfig, 'runTimeoutSec'>,
  { completed, planned }: Readonly<{ completed: number; planned: number }>,
): Message {
  return message('notes.runLimit', { seconds: runTimeoutSec, completed, planned })
}

export function workersLostSentence(workers: readonly LoadWorker[]): Message {
  const lost = workers.filter(isLost)
  return message('runs.workersLost', {
    hosts: listed(lost.map(({ hostName }) => hostName)),
    count: lost.reduce((sum, { missingRequests }) => sum + missingRequests, 0),
  })
}

export function workersLateSentence(workers: readonly LoadWorker[]): Message {
  const late = workers.filter(beganLate)
  const seconds = Math.max(...late.map(({ startedLateMs = 0 }) => startedLateMs)) / 1000
  return message('runs.workersLate', {
    hosts: listed(late.map(({ hostName }) => hostName)),
    seconds: seconds.toFixed(2),
  })
}
