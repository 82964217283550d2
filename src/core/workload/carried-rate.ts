// The request rate that a server has carried, translated from an earlier run to requests of other lengths.
import type { BenchmarkConfig } from '../model/benchmark/benchmark-fields.ts'
import { isPooling } from '../model/benchmark/backend-traits.ts'
import type { Run } from '../model/run/run.ts'

export type KnownRun = Readonly<{
  name: string
  requestsPerSecond: number
  /** Means per request. */
  inputTokens: number
  outputTokens: number
}>

/** Null for a run that measured no throughput. */
export function knownRun({ name, summary }: Pick<Run, 'name' | 'summary'>): KnownRun | null {
  if (summary === null || summary.completed === 0 || summary.requestThroughput === null) return null
  return {
    name,
    requestsPerSecond: summary.requestThroughput,
    inputTokens: summary.totalInputTokens / summary.completed,
    outputTokens: (summary.totalOutputTokens ?? 0) / summary.completed,
  }
}

/** A prompt token costs about this part of a generated one, because prompts are read many tokens at a time. */
const inputWeight = 0.1

/** Requests per second of `config` that are as much work; null where its lengths are not known before. */
export function carriedRate(known: KnownRun, config: BenchmarkConfig): number | null {
  if (config.datasetName !== 'random') return null
  const asked = workOf(lengthsOf(config))
  return asked === 0 ? null : (known.requestsPerSecond * workOf(known)) / asked
}

/** Whether the measured requests were as long as those of `config`, so that their rate needs no conversion. */
export function isOfTheseLengths(known: KnownRun, config: BenchmarkConfig): boolean {
  const asked = lengthsOf(config)
  return (['inputTokens', 'outputTokens'] as const).every(
    (name) => Math.abs(asked[name] - known[name]) <= sameLength * known[name],
  )
}

/** Share by which means may differ: lengths are drawn, and templates add tokens. */
const sameLength = 0.05

function lengthsOf(config: BenchmarkConfig) {
  return {
    inputTokens: config.randomPrefixLen + (config.inputLen ?? config.randomInputLen),
    outputTokens: isPooling(config) ? 0 : (config.outputLen ?? config.randomOutputLen),
  }
}

function workOf({ inputTokens, outputTokens }: Omit<KnownRun, 'name' | 'requestsPerSecond'>) {
  return outputTokens + inputWeight * inputTokens
}

/** A first run at half of what was carried shows latencies without a queue. */
const firstShare = 0.5

/** With two digits at most: 0.5, 4, 12. */
export function firstRate(carried: number): number {
  return Number((carried * firstShare).toPrecision(carried * firstShare < 10 ? 1 : 2))
}
