// Estimates of a benchmark from its config alone: requests, tokens and duration.
import { isPooling } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ConversationMeans, DatasetTraits } from '#core/traits/dataset-rows.ts'
import { datasetTraits, datasetTraitsOf } from '#core/traits/dataset-traits.ts'
import { clockedS } from '#core/traits/load-traits.ts'
import { meanRandomLengths } from '#core/traits/sequence-mix.ts'
import { turnLimits } from '#core/traits/turn-limits.ts'
import { prefixRepetitionCount } from '#core/workload/datasets/prefix-repetition.ts'
import { promptsWanted, requestCount } from '#core/workload/request-count.ts'

type BenchmarkEstimate = Readonly<{
  /** 0 if it depends on the dataset or on the server's speed. */
  requests: number
  durationS: number | null
  /** Durations with a fast and with a slow server. */
  durationRangeS: { least: number; most: number } | null
  inputTokens: number | null
  outputTokens: number | null
}>

/** Decode step time of common models on common GPUs; only estimates the wait for the last responses. */
const secondsPerToken = { fast: 0.005, usual: 0.02, slow: 0.1 } as const

export function estimateBenchmark(config: BenchmarkConfig): BenchmarkEstimate {
  const prompts = fillsRoom(config) ? 0 : promptCount(config)
  const beginnings = requestCount({ ...config, numPrompts: prompts })
  const { input, output } = tokensOf(config)
  const sendingS = sendingTimeS(config, beginnings)
  const lastsS = (perToken: number): number =>
    config.warmUpSeconds + (sendingS ?? 0) + lastAnswersS(config, (output ?? 0) * perToken)
  const { fast, usual, slow } = secondsPerToken
  return {
    requests: Math.round(beginnings * turnsEach(config)),
    durationS: sendingS === null ? null : lastsS(usual),
    durationRangeS: sendingS === null ? null : { least: lastsS(fast), most: lastsS(slow) },
    inputTokens: input === null || fillsRoom(config) ? null : prompts * input,
    outputTokens: output === null || fillsRoom(config) ? null : prompts * output,
  }
}

/** Start time of the last request or conversation. */
function lastAnswersS(config: BenchmarkConfig, generatingS: number): number {
  const pauseMs = meansOf(config)?.pauseMs ?? config.multiTurnDelayMs
  const thinkingS = Math.max(0, turnsEach(config) - 1) * (pauseMs / 1000)
  return thinkingS + generatingS
}

/** Mean turns; 0 if the dataset's rows decide, 1 for single requests. */
function turnsEach(config: BenchmarkConfig): number {
  const { holdsConversations, path } = datasetTraits[config.datasetName]
  if (!holdsConversations) return 1
  if (path !== 'none') return 0
  const { least, most } = turnLimits(config)
  return meansOf(config)?.turns ?? (least + most) / 2
}

function meansOf(config: BenchmarkConfig): ConversationMeans | undefined {
  return datasetTraits[config.datasetName].meansOf?.(config as never)
}

/** True if requests are sent whenever a slot is free, until the duration has elapsed. */
function fillsRoom(config: BenchmarkConfig): boolean {
  return clockedS(config) !== null && config.requestRate === 'inf'
}

function tokensOf(config: BenchmarkConfig): TokensEach {
  const { lengths, takesOutputLen, usualOutputTokens } = datasetTraitsOf(config)
  const fixed = takesOutputLen ? config.outputLen : null
  const each = hasOwnLength(lengths)
    ? { input: null, output: fixed ?? (Math.max(0, config[lengths] ?? 0) || usualOutputTokens) }
    : (meansOf(config) ?? tokensEach[lengths](config))
  return isPooling(config) ? { ...each, output: 0 } : each
}

/** Number of prompts, excluding those that cannot be divided evenly among the prefixes. */
function promptCount(config: BenchmarkConfig): number {
  const { datasetName, prefixRepetitionNumPrefixes: numPrefixes } = config
  const count = Math.max(0, promptsWanted(config))
  return datasetName === 'prefix_repetition' ? prefixRepetitionCount({ count, numPrefixes }) : count
}

/** Duration of the schedule; null if it depends only on the server's speed. */
function sendingTimeS(config: BenchmarkConfig, requests: number): number | null {
  const { requestRate, rampUpStrategy, rampUpStartRps, rampUpEndRps } = config
  const clocked = clockedS(config)
  if (clocked !== null) return clocked
  if (requestRate !== 'inf') return requests / requestRate
  if (rampUpStrategy === null || rampUpStartRps === null || rampUpEndRps === null) return null
  const [start, end] = [rampUpStartRps, rampUpEndRps]
  const meanGapS = start === end ? 1 / start : rampMeanGapS[rampUpStrategy](start, end)
  return requests * meanGapS
}

/** Mean of 1 / rate while the rate ramps up by request: exact for many requests. */
const rampMeanGapS = {
  linear: (start: number, end: number) => Math.log(end / start) / (end - start),
  exponential: (start: number, end: number) => (1 / start - 1 / end) / Math.log(end / start),
}

type TokensEach = Readonly<{
  /** Null if the dataset's rows decide. */
  input: number | null
  output: number | null
}>

type Lengths = DatasetTraits['lengths']
type OwnLength = Extract<Lengths, `${string}OutputLen`>

/** Whether rows decide, unless the flag of the dataset does. */
function hasOwnLength(lengths: Lengths): lengths is OwnLength {
  return lengths.endsWith('OutputLen')
}

const tokensEach: Readonly<
  Record<Exclude<Lengths, OwnLength>, (config: BenchmarkConfig) => TokensEach>
> = {
  /** One document with the query, or each document alone. */
  'random-documents': (config) => ({
    input: config.inputLen ?? config.randomInputLen,
    output: null,
  }),
  random: randomTokens,
  prefixes: (config) => ({
    input: config.prefixRepetitionPrefixLen + config.prefixRepetitionSuffixLen,
    output: config.outputLen ?? config.prefixRepetitionOutputLen,
  }),
  /** Prompts approach the limit; their exact length is unknown before sampling. */
  sonnet: ({ sonnetInputLen, sonnetOutputLen }) => ({
    input: sonnetInputLen,
    output: sonnetOutputLen,
  }),
  /** Tokens of all turns of a conversation; later turns repeat the context. */
  'random-conversations': conversationTokens,
  rows: () => ({ input: null, output: null }),
}

function conversationTokens(config: BenchmarkConfig): TokensEach {
  const turns = turnsEach(config)
  const first = randomTokens(config)
  const later = config.perTurnInputLen || (config.inputLen ?? config.randomInputLen)
  const output = first.output ?? 0
  const repeated = (turns * (turns - 1)) / 2
  return {
    input: Math.round(turns * (first.input ?? 0) + repeated * (later + output)),
    output: Math.round(turns * output),
  }
}

/** Lengths vary symmetrically around the configured value, so it is their mean. */
function randomTokens(config: BenchmarkConfig): TokensEach {
  const { input, output } = meanRandomLengths(config)
  return {
    input: config.randomPrefixLen + Math.round(input),
    output: Math.round(output),
  }
}
