// What is said of a run that lost some of the machines that sent its load.
import { listed } from '#core/messages/joined.ts'
import { message, type Message } from '#core/messages/message.ts'
import { isLost, type LoadWorker } from '#core/model/run/load-worker.ts'

export function workersLostSentence(workers: readonly LoadWorker[]): Message {
  const lost = workers.filter(isLost)
  return message('runs.workersLost', {
    hosts: listed(lost.map(({ hostName }) => hostName)),
    count: lost.reduce((sum, { missingRequests }) => sum + missingRequests, 0),
  })
}
