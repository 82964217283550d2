// What is reported of a run in which machines that sent its load were lost, or began late.
import { listed } from '#core/messages/joined.ts'
import { message, type Message } from '#core/messages/message.ts'
import { beganLate, isLost, type LoadWorker } from '#core/model/run/load-worker.ts'

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
