// The client's self-measurements in readable units, and the verdict on it.
import type { Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import {
  type ClientGrade,
  clientVerdict,
  type ClientVerdict,
  type DecidingNumber,
} from '#core/judgement/client-verdict.ts'
import { keysOf } from '#core/base/keys-of.ts'
import { formatCount, formatNumber, formatShare } from '#core/base/numbers.ts'
import { formatLatency } from '../../i18n/i18n.ts'
import type { Tone } from '../kit/tone.ts'

export type ClientWord = ClientGrade | 'unknown'

export const gradeTones: Readonly<Record<ClientWord, Tone>> = {
  fine: 'good',
  strained: 'warn',
  invalid: 'bad',
  unknown: 'idle',
}

export function clientVerdictOf({
  summary,
  config,
}: Pick<Run, 'summary' | 'config'>): ClientVerdict | null {
  return summary === null ? null : clientVerdict({ summary, config })
}

export function decidingText({ unit }: DecidingNumber, value: number): string {
  return unit === 'ms' ? formatLatency(value) : formatShare(value)
}

export type ClientFactName = keyof ReturnType<typeof factTexts>

export type ClientFact = Readonly<{ name: ClientFactName; text: string }>

/** Facts, omitting those that an earlier version did not measure; none for a run without client measurements. */
export function clientFacts({
  client,
  resent,
}: Pick<RunSummary, 'client' | 'resent'>): ClientFact[] {
  if (client === null) return []
  const texts = factTexts(client, resent)
  return keysOf(texts).flatMap((name) => {
    const text = texts[name]
    return text === null ? [] : [{ name, text }]
  })
}

/** Sorted for display; null if an earlier version did not measure it. */
function factTexts(client: NonNullable<RunSummary['client']>, resent: RunSummary['resent']) {
  const latency = (us: number | null) => (us === null ? null : formatLatency(us / 1000))
  const share = (value: number | null) => (value === null ? null : formatShare(value))
  const { threadCpuShares } = client
  return {
    sendLagP50: latency(client.sendLagP50Us),
    sendLagP99: latency(client.sendLagP99Us),
    sendLagMax: latency(client.sendLagMaxUs),
    paceErrorP50: latency(client.paceErrorP50Us ?? null),
    paceErrorP99: latency(client.paceErrorP99Us ?? null),
    paceErrorMax: latency(client.paceErrorMaxUs ?? null),
    readLagMean: latency(client.readLagMeanUs),
    readLagP99: latency(client.readLagP99Us),
    readLagMax: latency(client.readLagMaxUs),
    firstTokenLagMean: latency(client.firstTokenLagMeanUs),
    lateReads: share(client.lateReadShare),
    loopDelayP99: latency(client.loopDelayP99Us),
    loopDelayMax: latency(client.loopDelayMaxUs),
    applicationTurnMax: latency(client.applicationTurnMaxUs ?? null),
    gcPauseMax: latency(client.gcPauseMaxUs),
    gcPauseTotal: latency(client.gcPauseTotalUs),
    keptRate: share(client.keptRateShare),
    cpuShare: formatNumber(client.cpuShare),
    threads: threadCpuShares.length === 0 ? null : threadCpuShares.map(formatShare).join(', '),
    resent: resent === null ? null : formatCount(resent),
  }
}
