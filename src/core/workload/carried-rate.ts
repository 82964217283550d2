// Sustained request rate of an earlier run, converted for requests of other lengths.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { isPooling } from '#core/backends/backend-traits.ts'
import { meanRandomLengths } from '#core/traits/sequence-mix.ts'
import type { Run } from '../model/run/run.ts'

export type KnownRun = Readonly<{
  name: string
  requestsPerSecond: number
  /** Means per request. */
  inputTokens: number
  outputTokens: number
}>

/** Null for a run without measured throughput. */
export function knownRun({ name, summary }: Pick<Run, 'name' | 'summary'>): KnownRun | null {
  if (summary === null || summary.completed === 0 || summary.requestThroughput === null) return null
  return {
    name,
    requestsPerSecond: summary.requestThroughput,
    inputTokens: summary.totalInputTokens / summary.completed,
    outputTokens: (summary.totalOutputTokens ?? 0) / summary.completed,
  }
}

/** Cost of a prompt token relative to a generated one; low because prefill processes many tokens at a time. */
const inputWeight = 0.1

/** Equivalent rate for the requests of `config`; null if their lengths are unknown in advance. */
export function carriedRate(known: KnownRun, config: BenchmarkConfig): number | null {
  if (config.datasetName !== 'random') return null
  const asked = workOf(lengthsOf(config))
  return asked === 0 ? null : (known.requestsPerSecond * workOf(known)) / asked
}

/** Whether the measured requests had the lengths of `config`, so that their rate needs no conversion. */
export function isOfTheseLengths(known: KnownRun, config: BenchmarkConfig): boolean {
  const asked = lengthsOf(config)
  return (['inputTokens', 'outputTokens'] as const).every(
    (name) => Math.abs(asked[name] - known[name]) <= sameLength * known[name],
  )
}

/** Share by which means may differ, because lengths are drawn and templates add tokens. */
const sameLength = 0.05

function lengthsOf(config: BenchmarkConfig) {
  const { input, output } = meanRandomLengths(config)
  return {
    inputTokens: config.randomPrefixLen + input,
    outputTokens: isPooling(config) ? 0 : output,
  }
}

function workOf({ inputTokens, outputTokens }: Omit<KnownRun, 'name' | 'requestsPerSecond'>) {
  return outputTokens + inputWeight * inputTokens
}

/** Half of the sustained rate shows latencies without a queue. */
const firstShare = 0.5

/** Rounds to at most two digits: 0.5, 4, 12. */
export function firstRate(carried: number): number {
  return Number((carried * firstShare).toPrecision(carried * firstShare < 10 ? 1 : 2))
}
