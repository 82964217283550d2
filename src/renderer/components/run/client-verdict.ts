// Whether our own client kept up, so that the other numbers of a run can be trusted.
import type { ClientHealth } from '#core/model/run-summary.ts'
import type { Run } from '#core/model/run.ts'

export type ClientVerdict = 'kept-up' | 'fell-behind' | 'unknown'

/** Beyond this, lateness of our own shows in latencies of tens of ms. */
const tolerableUs = 10_000

export function clientVerdict({ summary, config }: Pick<Run, 'summary' | 'config'>): ClientVerdict {
  const client = summary?.client ?? null
  if (client === null) return 'unknown'
  // At rate inf all requests are due at once, so the last of them is late by design.
  const late = config.requestRate !== 'inf' && client.sendLagP99Us > tolerableUs
  return late || client.loopDelayP99Us > tolerableUs ? 'fell-behind' : 'kept-up'
}

export type ClientFact = Readonly<{
  name: 'sendLagP50' | 'sendLagP99' | 'sendLagMax' | 'loopDelayP99' | 'loopDelayMax'
  ms: number
}>

export function clientFacts(client: ClientHealth): ClientFact[] {
  return [
    { name: 'sendLagP50', ms: client.sendLagP50Us / 1000 },
    { name: 'sendLagP99', ms: client.sendLagP99Us / 1000 },
    { name: 'sendLagMax', ms: client.sendLagMaxUs / 1000 },
    { name: 'loopDelayP99', ms: client.loopDelayP99Us / 1000 },
    { name: 'loopDelayMax', ms: client.loopDelayMaxUs / 1000 },
  ]
}
