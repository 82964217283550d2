// What a benchmark would amount to, from its config alone: requests, tokens, and how long it should take.
import type { BenchmarkConfig } from '#core/model/benchmark-config.ts'

export type BenchmarkEstimate = Readonly<{
  /** 0 where it depends on the dataset. */
  requests: number
  durationS: number | null
  inputTokens: number | null
  outputTokens: number | null
}>

/** A decode step of common models on common GPUs; only the wait for the last answers hangs on it. */
const usualSecondsPerToken = 0.02

export function estimateBenchmark(config: BenchmarkConfig): BenchmarkEstimate {
  const requests = Math.max(0, config.numPrompts)
  const outputTokensEach = outputTokensPerRequest(config)
  const sendingS = sendingTimeS(config, requests)
  const isRandom = config.datasetName === 'random'
  return {
    requests,
    durationS: sendingS === null ? null : sendingS + (outputTokensEach ?? 0) * usualSecondsPerToken,
    inputTokens: isRandom ? requests * inputTokensPerRequest(config) : null,
    outputTokens: outputTokensEach === null ? null : requests * outputTokensEach,
  }
}

/** The time the schedule takes; null where only the server's speed decides. */
function sendingTimeS(config: BenchmarkConfig, requests: number): number | null {
  const { requestRate, rampUpStrategy, rampUpStartRps, rampUpEndRps } = config
  if (requestRate !== 'inf') return requests / requestRate
  if (rampUpStrategy === null || rampUpStartRps === null || rampUpEndRps === null) return null
  const [start, end] = [rampUpStartRps, rampUpEndRps]
  const meanGapS = start === end ? 1 / start : rampMeanGapS[rampUpStrategy](start, end)
  return requests * meanGapS
}

/** Mean of 1 / rate while the rate climbs by request: exact for many requests. */
const rampMeanGapS = {
  linear: (start: number, end: number) => Math.log(end / start) / (end - start),
  exponential: (start: number, end: number) => (1 / start - 1 / end) / Math.log(end / start),
}

/** Lengths vary evenly around what was asked, so their mean is just that. */
function inputTokensPerRequest({ inputLen, randomInputLen, randomPrefixLen }: BenchmarkConfig) {
  return randomPrefixLen + (inputLen ?? randomInputLen)
}

function outputTokensPerRequest(config: BenchmarkConfig): number | null {
  const { outputLen, datasetName, randomOutputLen, sharegptOutputLen, customOutputLen } = config
  if (outputLen !== null) return outputLen
  switch (datasetName) {
    case 'random':
      return randomOutputLen
    case 'sharegpt':
      return sharegptOutputLen
    case 'custom':
      return customOutputLen > 0 ? customOutputLen : null
  }
}
